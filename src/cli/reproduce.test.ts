import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listenTo } from '../../tests/support/command.ts';
import { folderOfTest } from '../../tests/support/folders.ts';
import { runReproduce } from './reproduce.ts';

const content = 'tests/fixtures/content/sample/content';

const run = (...args: string[]) => listenTo((session) => runReproduce([...args, '--yes'], session));
const runAsking = (reply: string | undefined) => {
  const questions: string[] = [];
  const ask = async (question: string) => {
    questions.push(question);
    return reply ?? '';
  };
  return listenTo((session) =>
    runReproduce(['full-feature', content], { ...session, ask: reply === undefined ? undefined : ask }),
  ).then((result) => ({ ...result, questions }));
};

it('runs what an article names, says what it runs, and ends as the command that failed', async () => {
  const { code, printed } = await run('full-feature', content);
  expect(code).toBe(3);
  expect(printed).toContain('Counts to three.\n$ node tests/fixtures/content/sample/count.mjs 3\n');
});

it('says so when there is nothing to run, no such article, or no name', async () => {
  expect(await run('paid-piece', content)).toEqual({ code: 1, printed: 'paid-piece names nothing to run.\n' });
  expect(await run('nowhere', content)).toEqual({ code: 1, printed: expect.stringContaining('no readable article') });
  expect((await run()).code).toBe(2);
});

it('shows the commands and asks once before it runs them', async () => {
  const declined = await runAsking('n');
  expect(declined.code).toBe(1);
  expect(declined.printed).toMatch(/^full-feature runs:\n {2}node tests\/fixtures.*count\.mjs 3 {3}\(in .*\)\n/);
  expect(declined.printed).toMatch(/Nothing was run\.\n$/);
  const agreed = await runAsking('y');
  expect(agreed.code).toBe(3);
  expect(agreed.questions).toHaveLength(1);
});

it('runs nothing without a terminal unless --yes says so', async () => {
  const { code, printed } = await runAsking(undefined);
  expect(code).toBe(1);
  expect(printed).toMatch(/Nothing was run\. Run them with --yes\.\n$/);
});

it('says in one sentence that a program cannot be started', async () => {
  const folder = folderOfTest();
  await cp('tests/fixtures/content/sample', folder, { recursive: true });
  await cp('tests/fixtures/content/sample', join(folder, 'tests/fixtures/content/sample'), { recursive: true });
  const article = join(folder, 'content/articles/full-feature.md');
  await writeFile(article, (await readFile(article, 'utf8')).replace('run: node ', 'run: no-such-program '));
  const { code, printed } = await run('full-feature', join(folder, 'content'));
  expect(code).toBe(1);
  expect(printed).toMatch(/count\.mjs 3 cannot be started: no program no-such-program is installed here\.\n$/);
});
