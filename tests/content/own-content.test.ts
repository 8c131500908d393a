import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** The repository's own publication, whatever is in it; every other test reads tests/fixtures/publication. */
it('is without errors, and so are its settings', async () => {
  const { PUBLICATION_DIR: _, ...env } = process.env;
  const checked = promisify(execFile)('node', ['src/cli/check-content.ts'], { env });
  await expect(checked).resolves.toMatchObject({
    stdout: expect.stringMatching(/^(?:.*\n)*0 errors, \d+ warnings?\n$/),
  });
});

it('says in its terms what the licences of its paid articles say', () => {
  const paid = readdirSync('content/articles')
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(`content/articles/${name}`, 'utf8'))
    .filter((text) => /^tier: paid$/m.test(text));
  // Without a licence in its front matter a paid article has all rights reserved.
  expect(paid.filter((text) => /^license:/m.test(text))).toEqual([]);
  expect(readFileSync('content/pages/terms.md', 'utf8')).toMatch(/All rights to paid articles are\sreserved/);
});
