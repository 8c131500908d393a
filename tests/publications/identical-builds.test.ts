import { execFile } from 'node:child_process';
import { linkSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const run = promisify(execFile);
const releases = '.test-build/identical';
const address = 'http://localhost:4777';
/** What npm and builds leave beside the sources. */
const made = new Set(['node_modules', 'release', 'data', '.astro', '.test-build']);
const caches = new Set(['.cache', '.vite', '.astro']);

/** What no release depends on: another shell and clock, names that Astro knows, and what nobody should read. */
const elsewhereEnv = {
  TZ: 'Pacific/Kiritimati',
  LC_ALL: 'C',
  _: '/opt/shell/of/another/machine',
  SITE: 'https://other.example',
  MODE: 'other',
  DEV: 'other',
  ASSETS_PREFIX: 'https://other.example',
  ASTRO_KEY: 'b3RoZXIgb3RoZXIgb3RoZXIgb3RoZXIgb3RoZXIgb3Q=',
  KEY_SECRET: 'a secret that no part of a release may ever hold',
};

/** Builds the publication of the tests, and gives its manifest: the hash of every part. */
async function build(folder: string, env: Record<string, string>): Promise<string> {
  const { BASE_URL: _, PORT: __, ...inherited } = process.env;
  const all = {
    ...inherited,
    ...env,
    PUBLICATION_DIR: 'tests/fixtures/publication',
    RELEASE_DIR: releases,
  };
  await run('npm', ['run', '--silent', 'build'], { env: all, cwd: folder });
  const [id = ''] = (await readFile(join(folder, releases, 'current'), 'utf8')).split('\n');
  return readFile(join(folder, releases, id, 'manifest.json'), 'utf8');
}

/** The sources once more with their packages, in a folder whose name has to be escaped. */
async function copySources(): Promise<string> {
  const folder = '.test-build/größere Bühne';
  const remove = () => rm(folder, { recursive: true, force: true });
  onTestFinished(remove);
  await remove();
  for (const name of await readdir('.')) {
    if (!made.has(name)) await cp(name, join(folder, name), { recursive: true });
  }
  linkFolder('node_modules', join(folder, 'node_modules'));
  return folder;
}

/** A hundred thousand files that are the same: linked, as copies would take a gigabyte. */
function linkFolder(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    // What builds keep there they write anew.
    if (caches.has(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
}

// The other tests keep the machine busy meanwhile, so the parts of the two builds are made in other orders.
it('gives the same release for the same sources and settings, however they are said, in whatever place and environment', {
  timeout: 300_000,
}, async () => {
  onTestFinished(() => rm(releases, { recursive: true, force: true }));
  const first = await build('.', { BASE_URL: address, PORT: '4888', NODE_ENV: 'production' });
  const elsewhere = await copySources();
  await writeFile(join(elsewhere, '.env'), `PORT=${new URL(address).port}\nDB_SERVER=written in .env\n`);
  expect(await build(elsewhere, elsewhereEnv)).toBe(first);
});
