import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { baseUrl } from '../support/client.ts';
import { freePort } from '../support/free-port.ts';
import { testReleases } from '../support/test-build.ts';

it('lets no request run through more files of src than its target', async () => {
  const settings = { NODE_ENV: 'production', PORT: String(await freePort()), BASE_URL: baseUrl, KEY_PREFIX: 'quire' };
  const env = { ...process.env, ...settings, RELEASE_DIR: testReleases, LOG_LEVEL: 'info' };
  // It ends with 1, and prints the rows, when one of them is over its target.
  const { stderr } = await promisify(execFile)('node', ['tests/load/request-path.ts'], { env, maxBuffer: 1e8 });
  expect(stderr.match(/^.+ files +\d+ of \d+, functions \d+$/gm)).toHaveLength(7);
});
