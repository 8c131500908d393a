import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderOfTest } from '../../tests/support/folders.ts';
import { openCheckedParts } from './checked-parts.ts';
import { checkRelease, currentRelease, finalizeRelease } from './manifest.ts';

const baseUrl = 'https://one.example';
let releases: string;

beforeEach(async () => {
  releases = folderOfTest();
});

async function build(text: string): Promise<string> {
  const next = join(releases, 'next');
  await mkdir(join(next, 'site'), { recursive: true });
  await writeFile(join(next, 'library.json'), text);
  await writeFile(join(next, 'site', 'entry.mjs'), 'export {};');
  return finalizeRelease(next, { releases, baseUrl });
}

describe('a release', () => {
  it('is what the pointer names, every part as it was written', async () => {
    const id = await build('one');
    expect(await checkRelease(releases, baseUrl)).toBe(join(releases, id));
    const other = await build('two');
    expect(other).not.toBe(id);
    expect(await currentRelease(releases)).toBe(other);
  });

  it('has the same name when it has the same content', async () => {
    const id = await build('one');
    expect(await build('one')).toBe(id);
    expect(await checkRelease(releases, baseUrl)).toBe(join(releases, id));
  });

  it('retains the two previous releases for responses that are being sent, and no more', async () => {
    const ids = [];
    for (const text of ['one', 'two', 'three', 'four']) ids.push(await build(text));
    expect((await readdir(releases)).toSorted()).toEqual(['current', 'modules', ...ids.slice(1)].toSorted());
  });
});

describe('a part that was compared before', () => {
  const minuteAgo = () => new Date(Date.now() - 60_000);

  it('is not read again until it is written', async () => {
    const id = await build('one');
    const path = join(releases, id, 'library.json');
    const folder = join(releases, id);
    // As if it had been compared: what a start reads can be seen by nothing else.
    const state = async () => (await openCheckedParts(folder)).readState('library.json');
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
    await writeFile(path, 'two');
    const known = `${manifest.parts['library.json']} ${await state()}`;
    await writeFile(join(folder, 'checked.json'), JSON.stringify({ 'library.json': known }));
    expect(await checkRelease(releases, baseUrl)).toBe(folder);

    await utimes(path, minuteAgo(), minuteAgo());
    await expect(checkRelease(releases, baseUrl)).rejects.toThrow('library.json was changed after the build');
  });

  it('is remembered when it was not written just now', async () => {
    const id = await build('one');
    const folder = join(releases, id);
    const checked = async () => Object.keys(JSON.parse(await readFile(join(folder, 'checked.json'), 'utf8')));
    await expect(checked()).rejects.toThrow('ENOENT');
    await sleep(2_100);
    await checkRelease(releases, baseUrl);
    expect(await checked()).toEqual(['library.json', 'site/entry.mjs']);
  });
});

describe('anything but a release is rejected with one sentence that says what to do', () => {
  it('nothing built', async () => {
    await expect(checkRelease(releases, baseUrl)).rejects.toThrow(
      /^Nothing is built in .*: run "npm run build" first\.$/,
    );
  });

  it('a part that is missing, or changed', async () => {
    const id = await build('one');
    await writeFile(join(releases, id, 'library.json'), 'two');
    await expect(checkRelease(releases, baseUrl)).rejects.toThrow(
      /library\.json was changed after the build\): run "npm run build"/,
    );
    await rm(join(releases, id, 'library.json'));
    await expect(checkRelease(releases, baseUrl)).rejects.toThrow(/library\.json is missing\): run "npm run build"/);
  });

  it('a build that was cut short', async () => {
    const id = await build('one');
    await rm(join(releases, id, 'manifest.json'));
    await expect(checkRelease(releases, baseUrl)).rejects.toThrow(/manifest\.json is missing\): run "npm run build"/);
  });

  it('one for another URL, or of another version', async () => {
    const id = await build('one');
    await expect(checkRelease(releases, 'https://two.example')).rejects.toThrow(
      'BASE_URL is https://two.example: run "BASE_URL=https://two.example npm run build".',
    );
    const manifest = { software: '0.0.1', baseUrl, parts: {} };
    await writeFile(join(releases, id, 'manifest.json'), JSON.stringify(manifest));
    await expect(checkRelease(releases, baseUrl)).rejects.toThrow(
      /made by version 0\.0\.1 and this is .*: run "npm run build"/,
    );
  });
});
