import { expect, it } from 'vitest';
import { runReproduce } from './reproduce.ts';

const content = 'tests/fixtures/content/sample/content';

async function run(...args: string[]): Promise<{ code: number; text: string }> {
  let text = '';
  const print = (piece: string) => {
    text += piece;
  };
  return { code: await runReproduce(args, { print, now: Date.UTC(2026, 10, 20) }), text };
}

it('runs what an article names, says what it runs, and ends as the command that failed', async () => {
  const { code, text } = await run('full-feature', content);
  expect(code).toBe(3);
  expect(text).toContain('Counts to three.\n$ node tests/fixtures/content/sample/count.mjs 3\n');
});

it('says so when there is nothing to run, no such article, or no name', async () => {
  expect(await run('paid-piece', content)).toEqual({ code: 1, text: 'paid-piece names nothing to run.\n' });
  expect(await run('nowhere', content)).toEqual({ code: 1, text: expect.stringContaining('no readable article') });
  expect((await run()).code).toBe(2);
});
