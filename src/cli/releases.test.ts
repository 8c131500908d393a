import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listenTo } from '../../tests/support/command.ts';
import { folderOfTest } from '../../tests/support/folders.ts';
import { checkRelease, finalizeRelease } from '../release/manifest.ts';
import { runReleases } from './releases.ts';

const baseUrl = 'https://research.example';

/** Builds releases with one part each. @returns their folder, and their IDs in order */
async function build(words: readonly string[]) {
  const releases = folderOfTest();
  const ids: string[] = [];
  for (const word of words) {
    const draft = join(releases, 'draft');
    mkdirSync(draft);
    writeFileSync(join(draft, 'part'), word);
    ids.push(await finalizeRelease(draft, { releases, baseUrl }));
  }
  const env = { RELEASE_DIR: releases, BASE_URL: baseUrl };
  let tryOpen = async () => {};
  const run = (...args: string[]) => listenTo((session) => runReleases(args, { ...session, env, tryOpen }));
  const refuseToOpen = () => {
    tryOpen = () => Promise.reject(new Error('It has another format.'));
  };
  return { releases, ids, run, refuseToOpen };
}

it('refuses to choose among the publications of an installation', async () => {
  const { releases } = await build(['one']);
  const env = { RELEASE_DIR: releases, BASE_URL: baseUrl, PUBLICATIONS: 'publications' };
  const run = (named: Record<string, string>) =>
    listenTo((session) => runReleases([], { ...session, env: { ...env, ...named }, tryOpen: async () => {} }));
  await expect(run({})).rejects.toThrow('PUBLICATIONS is set: name the publication that this command is for');
  expect((await run({ PUBLICATION_DIR: releases })).code).toBe(0);
});

it('lists the releases, the current one first', async () => {
  const { ids, run } = await build(['one', 'two']);
  const { code, printed } = await run();
  expect([code, printed.trimEnd().split('\n')]).toEqual([
    0,
    [
      expect.stringMatching(new RegExp(`^${ids[1]} .* ${baseUrl}  current$`)),
      expect.stringMatching(new RegExp(`^${ids[0]} .* ${baseUrl}$`)),
    ],
  ]);
});

it('rolls back to the release before, returns with a second rollback, and goes to one by its name', async () => {
  const { releases, ids, run } = await build(['one', 'two', 'three']);
  const current = async () => (await checkRelease(releases, baseUrl)).split('/').at(-1);
  expect((await run('--rollback')).printed).toBe(`${ids[1]} is the current release.\n`);
  expect(await current()).toBe(ids[1]);
  await run('--rollback');
  expect(await current()).toBe(ids[2]);
  await run('--rollback', String(ids[0]).slice(0, 8));
  expect(await current()).toBe(ids[0]);
});

it('refuses a name that begins those of several releases, and says how to make the first one', async () => {
  const { releases, ids, run } = await build(['one', 'two']);
  const { code, printed } = await run('--rollback', '');
  expect([code, printed]).toEqual([1, `"" begins the names of several releases; known: ${ids[1]}, ${ids[0]}.\n`]);
  writeFileSync(join(releases, 'current'), '');
  expect(await run()).toEqual({ code: 1, printed: `${releases} has no release: run "npm run publish" first.\n` });
});

it('leaves the current release when the other cannot be served, is damaged or unknown', async () => {
  const { releases, ids, run, refuseToOpen } = await build(['one', 'two']);
  writeFileSync(join(releases, String(ids[0]), 'part'), 'changed');
  const damaged = await run('--rollback');
  expect([damaged.code, damaged.printed]).toEqual([1, expect.stringContaining('was changed after the build')]);
  const unknown = await run('--rollback', 'ffff');
  expect([unknown.code, unknown.printed]).toEqual([
    1,
    `The release ffff does not exist; known: ${ids[1]}, ${ids[0]}.\n`,
  ]);
  refuseToOpen();
  expect((await run('--rollback')).printed).toContain('It has another format');
  expect(await checkRelease(releases, baseUrl)).toBe(join(releases, String(ids[1])));
});

it('lists a release that cannot be read, and returns from it to the one before', async () => {
  const { releases, ids, run } = await build(['one', 'two', 'three']);
  writeFileSync(join(releases, String(ids[2]), 'manifest.json'), '{"parts"');
  const { code, printed } = await run();
  expect([code, printed]).toEqual([
    0,
    expect.stringMatching(new RegExp(`^${ids[2]}  cannot be read  current\n${ids[1]} `)),
  ]);
  expect((await run('--rollback')).printed).toBe(`${ids[1]} is the current release.\n`);
});
