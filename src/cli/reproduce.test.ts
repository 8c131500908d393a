import { expect, it } from 'vitest';
import { listenTo } from '../../tests/support/command.ts';
import { runReproduce } from './reproduce.ts';

const content = 'tests/fixtures/content/sample/content';

const run = (...args: string[]) => listenTo((session) => runReproduce(args, session));

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
