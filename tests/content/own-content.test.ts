import { execFile } from 'node:child_process';
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
