import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const run = promisify(execFile);
const folder = '.test-build/identical';

/** Builds the publication of the tests, and gives its manifest: the hash of every part. */
async function build(): Promise<string> {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PUBLICATION_DIR: 'tests/fixtures/publication',
    RELEASE_DIR: folder,
    BASE_URL: 'https://identical.example',
  };
  await run('npm', ['run', '--silent', 'build'], { env });
  const [id = ''] = (await readFile(`${folder}/current`, 'utf8')).split('\n');
  return readFile(`${folder}/${id}/manifest.json`, 'utf8');
}

/** Takes all the time there is from whoever else wants it. */
function keepBusy(): ChildProcess[] {
  return Array.from({ length: availableParallelism() }, () => spawn('node', ['-e', 'for (;;);']));
}

it('gives the same release for the same sources, on a busy machine too', { timeout: 300_000 }, async () => {
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const first = await build();
  const busy = keepBusy();
  onTestFinished(() => {
    for (const child of busy) child.kill();
  });
  expect(await build()).toBe(first);
});
