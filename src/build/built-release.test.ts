import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderOfTest } from '../../tests/support/folders.ts';
import { git } from '../../tests/support/git.ts';
import { openPartCache, type PartCache } from '../library/part-cache.ts';
import { parts } from '../library/release-parts.ts';
import { finalizeRelease } from '../release/manifest.ts';
import { writeVersionIndex } from '../release/version-index.ts';
import { readConfig } from '../server/process/config.ts';
import { findBuiltRelease, rememberBuiltRelease } from './built-release.ts';
import { digestInputs, stateOfInputs } from './input-digest.ts';

const baseUrl = 'https://one.example';
/** A time after every change of the sources on this machine. */
const now = Date.parse('2099-11-25T10:00:00Z');
let folder: string;
let releases: string;
let cache: PartCache;

function write(path: string, text: string, at = now - 1000): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
  utimesSync(join(folder, path), at / 1000, at / 1000);
}

function settingsOf(settings: Record<string, string> = {}) {
  const env = { PUBLICATION_DIR: folder, RELEASE_DIR: releases, BASE_URL: baseUrl, ...settings };
  return [env, readConfig(env)] as const;
}

function digest(settings?: Record<string, string>) {
  return digestInputs(...settingsOf(settings));
}

/** The digest in a new process, which loads the settings of the publication as a build does. */
function digestInProcess(settings: Record<string, string> = {}): string {
  const script = `
    const { digestLooks } = await import('${join(import.meta.dirname, 'input-digest.ts')}');
    console.log((await digestLooks(process.env)).digest);`;
  const env = { ...process.env, ...settingsOf(settings)[0] };
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { env, encoding: 'utf8' });
}

async function build(library: string): Promise<string> {
  const next = join(releases, 'next');
  mkdirSync(join(next, parts.site, 'server'), { recursive: true });
  writeFileSync(join(next, parts.site, 'server/entry.mjs'), '');
  writeFileSync(join(next, parts.library), library);
  writeFileSync(join(next, parts.versions), writeVersionIndex({}));
  return finalizeRelease(next, { releases, baseUrl });
}

beforeEach(() => {
  folder = folderOfTest();
  releases = join(folder, 'release');
  cache = openPartCache(join(folder, 'parts'));
  write('content/articles/one.md', 'one');
  write('public/icon.svg', '<svg/>');
  write('site.config.ts', 'export default {};');
  write('scripts/rates.py', 'print(1)');
});

describe('the inputs of a build', () => {
  it.each([
    ['an article', () => write('content/articles/one.md', 'two'), {}],
    ['a new article', () => write('content/articles/two.md', ''), {}],
    ['the name of an article', () => write('content/articles/uno.md', 'one'), {}],
    ['a public file', () => write('public/icon.svg', '<svg></svg>'), {}],
    ['the publication', () => write('site.config.ts', 'export default {}'), {}],
    ['a printed PDF', () => write('release/pdf/one.pdf', ''), {}],
    ['the URL', () => {}, { BASE_URL: 'https://two.example' }],
    ['the engine of search', () => {}, { SEARCH_ENGINE: 'sqlite' }],
  ])('are others with %s', async (_, change, settings) => {
    const before = await digest();
    change();
    expect((await digest(settings)).digest).not.toBe(before.digest);
  });

  it('are others with the files behind a link in public/, which are what a release has', async () => {
    write('elsewhere/notice.txt', 'one');
    write('elsewhere/deep/notice.txt', 'one');
    symlinkSync('../elsewhere/notice.txt', join(folder, 'public/notice.txt'));
    symlinkSync('../elsewhere/deep', join(folder, 'public/deep'));
    const digests = [(await digest()).digest];
    for (const path of ['elsewhere/notice.txt', 'elsewhere/deep/notice.txt']) {
      write(path, 'two');
      digests.push((await digest()).digest);
    }
    expect(new Set(digests).size).toBe(3);
  });

  it.each([
    ['to nothing', 'gone.txt'],
    ['to itself', 'notice.txt'],
    ['to a folder that it is in', '.'],
  ])('cannot be read with a link in public/ that leads %s', async (_, target) => {
    symlinkSync(target, join(folder, 'public/notice.txt'));
    await expect(digest()).rejects.toThrow(/public\/notice\.txt leads to/);
  });

  it('are others with a value that site.config.ts imports or reads from the environment', () => {
    const settings = { name: 'One', publisher: { name: 'One', email: 'desk@one.example' } };
    write(
      'site.config.ts',
      `import { tagline } from './words.ts';
export const publication = { ...${JSON.stringify(settings)}, tagline, description: process.env.DESCRIPTION };`,
    );
    write('words.ts', "export const tagline = 'First';");
    const before = digestInProcess();
    expect(digestInProcess()).toBe(before);
    expect(digestInProcess({ DESCRIPTION: 'Another' })).not.toBe(before);
    write('words.ts', "export const tagline = 'Second';");
    expect(digestInProcess()).not.toBe(before);
  });

  it('are others with a commit of an article, and the same with one of other files alone', async () => {
    git(folder, 'init', '-q');
    write('release/.gitignore', '*');
    const commit = async (message: string) => {
      git(folder, 'add', '-A', '.');
      git(folder, 'commit', '-q', '-m', message);
      return (await digest()).digest;
    };
    const first = await commit('first');
    write('README.md', 'another');
    expect(await commit('another file')).toBe(first);
    write('content/articles/one.md', 'two');
    await commit('two');
    write('content/articles/one.md', 'one');
    expect(await commit('one again')).not.toBe(first);
  });

  it('are the same with another secret, and with the same text saved again', async () => {
    const before = await digest();
    write('content/articles/one.md', 'one', now);
    for (const name of ['KEY_SECRET', 'KEY_SECRET_PREVIOUS', 'OWNER_SECRET'])
      expect((await digest({ [name]: 'x'.repeat(32) })).digest, name).toBe(before.digest);
  });
});

describe('the current release is found again', () => {
  const sources = () => [join(folder, 'scripts/rates.py')];
  const find = async (at = now) => findBuiltRelease(await digest(), { releases, baseUrl, cache, now: at });
  async function remember(about: { nextReleaseAt?: number; during?: () => void } = {}) {
    const before = await digest();
    const id = await build('a library');
    about.during?.();
    const built = { sources: sources(), nextReleaseAt: about.nextReleaseAt ?? Number.POSITIVE_INFINITY };
    await rememberBuiltRelease(before, { ...built, state: await stateOfInputs(...settingsOf()), releases, cache, now });
    return id;
  }

  it('where nothing changed, until the month ends', async () => {
    const id = await remember();
    expect(await find()).toBe(id);
    expect(await find(Date.parse('2099-11-30T23:59:59Z'))).toBe(id);
    expect(await find(Date.parse('2099-12-01T00:00:00Z'))).toBeUndefined();
  });

  it('not after the release of an article', async () => {
    await remember({ nextReleaseAt: now + 60_000 });
    expect([await find(now + 59_999), await find(now + 60_000)]).toEqual([expect.any(String), undefined]);
  });

  it.each([
    ['an article changed', () => write('content/articles/one.md', 'two')],
    ['a script outside of content/ changed', () => write('scripts/rates.py', 'print(2)')],
    ['a part of it was damaged', async (id: string) => write(`release/${id}/${parts.library}`, 'another')],
    ['another release is current', () => build('another library')],
    ['nothing is left of it', () => rmSync(releases, { recursive: true })],
  ])('not where %s', async (_, change) => {
    await change(await remember());
    expect(await find()).toBeUndefined();
  });

  it.each([
    ['content', 'content/articles/one.md', 'one', now + 1000],
    ['a script', 'scripts/rates.py', 'print(1)', now + 1000],
    ['a time of its author’s', 'content/articles/one.md', 'one', now - 2000],
  ])('not where %s was saved during its build, even if the text is the same again', async (_, path, text, at) => {
    await remember({ during: () => write(path, text, at) });
    expect(await find()).toBeUndefined();
  });
});
