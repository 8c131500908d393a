import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { readExamples } from './docs-examples.ts';

const run = promisify(execFile);

it('the x402 example of /developers.md, copied as it stands, buys an article', async () => {
  const [example] = await readExamples('x402', 'js');
  expect(example).toBeDefined();
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', String(example)]);
  expect(stdout).toMatch(/^purchase \S/);
});
