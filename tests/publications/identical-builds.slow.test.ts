import { execFile } from 'node:child_process';
import { linkSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { listFiles } from '../../src/library/list-files.ts';

const run = promisify(execFile);
const releases = '.test-build/identical';
/** In the other folder, so that nothing may depend on the name of this one. */
const otherReleases = '.test-build/elsewhere';
const address = 'http://localhost:4777';
/** What npm and builds leave beside the sources. */
const made = new Set(['node_modules', 'release', 'data', '.astro', '.test-build']);
/** npm's list of what it installed. The digest of the software includes it. */
const installed = 'node_modules/.package-lock.json';

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

/** Builds the publication of the tests, and returns the folder of the release. */
async function build(folder: string, env: Record<string, string> & { RELEASE_DIR: string }): Promise<string> {
  const { BASE_URL: _, PORT: __, ...inherited } = process.env;
  const all = {
    ...inherited,
    ...env,
    PUBLICATION_DIR: 'tests/fixtures/publication',
  };
  await run('npm', ['run', '--silent', 'build'], { env: all, cwd: folder });
  const built = join(folder, all.RELEASE_DIR);
  const [id = ''] = (await readFile(join(built, 'current'), 'utf8')).split('\n');
  return join(built, id);
}

/** The hash of every part. */
const readManifest = (release: string) => readFile(join(release, 'manifest.json'), 'utf8');

/** Files of a folder that contain one of the texts. */
async function filesWith(folder: string, texts: readonly string[]): Promise<string[]> {
  const { files } = await listFiles(folder);
  return files.filter((file) => texts.some((text) => readFileSync(join(folder, file)).includes(text)));
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
  for (const path of listPackages()) linkFolder(path, join(folder, path));
  linkSync(installed, join(folder, installed));
  return folder;
}

/** The packages that `npm install --omit=dev` installs: a fifth of the files, and all that a build imports. */
function listPackages(): string[] {
  const { packages }: { packages: Record<string, { dev?: true }> } = JSON.parse(readFileSync(installed, 'utf8'));
  return Object.keys(packages).filter((path) => packages[path]?.dev === undefined);
}

/**
 * Twenty thousand files that are the same: linked, as copies would take a gigabyte. Packages inside of a package are
 * listed too.
 */
function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && entry.name !== 'node_modules') linkFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.isFile()) linkSync(source, target);
  }
}

// The other tests keep the machine busy meanwhile, so the parts of the two builds are made in other orders.
it('gives the same release for the same sources and settings, however they are said, in whatever place and environment', {
  timeout: 300_000,
}, async () => {
  onTestFinished(() => rm(releases, { recursive: true, force: true }));
  const first = await build('.', { BASE_URL: address, PORT: '4888', NODE_ENV: 'production', RELEASE_DIR: releases });
  // All publications of the same looks and language share what Astro bundles.
  expect(await filesWith(join(first, 'site'), [address, releases, 'tests/fixtures'])).toEqual([]);
  const elsewhere = await copySources();
  await writeFile(join(elsewhere, '.env'), `PORT=${new URL(address).port}\nDB_SERVER=written in .env\n`);
  const second = await build(elsewhere, { ...elsewhereEnv, RELEASE_DIR: otherReleases });
  expect(await readManifest(second)).toBe(await readManifest(first));
});
