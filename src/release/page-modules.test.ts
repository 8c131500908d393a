import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOfTest } from '../../tests/support/folders.ts';
import { finalizeRelease } from './manifest.ts';

const baseUrl = 'https://quire.test';

/** Releases with one page, which Astro's entry imports when it is asked for. */
function startReleases(releases: string) {
  return async function publish(content: string, page: string): Promise<string> {
    const server = join(releases, 'next/site/server');
    await mkdir(join(server, 'chunks'), { recursive: true });
    await writeFile(join(releases, 'next/library.json'), content);
    await writeFile(join(server, 'chunks/page.mjs'), `export const says = ${JSON.stringify(page)};`);
    await writeFile(
      join(server, 'entry.mjs'),
      `globalThis.imports = (globalThis.imports ?? 0) + 1;
      export const handler = async () => (await import('./chunks/page.mjs')).says;`,
    );
    return join(releases, await finalizeRelease(join(releases, 'next'), { releases, baseUrl }));
  };
}

/** Output of a process that runs this with `loadPageModules`. Tests have another module loader than Node.js. */
function run(script: string): unknown {
  const text = `import { loadPageModules } from ${JSON.stringify(import.meta.resolve('./page-modules.ts'))};
  import { readHashes } from ${JSON.stringify(import.meta.resolve('./manifest.ts'))};
  import { rmSync } from 'node:fs';
  const load = async (folder) => loadPageModules(folder, await readHashes(folder));
  ${script}`;
  return JSON.parse(execFileSync('node', ['--input-type=module', '--eval', text], { encoding: 'utf8' }));
}

it('imports pages that stayed as they were once, and renders with them when their release is gone', async () => {
  const publish = startReleases(folderOfTest());
  const [first, second] = [await publish('one', 'good morning'), await publish('two', 'good morning')];
  const said = run(`
    await load(${JSON.stringify(first)});
    rmSync(${JSON.stringify(first)}, { recursive: true });
    const handler = await load(${JSON.stringify(second)});
    console.log(JSON.stringify([await handler(), globalThis.imports]));`);
  expect(said).toEqual(['good morning', 1]);
});

it('imports pages that changed', async () => {
  const publish = startReleases(folderOfTest());
  const [first, second] = [await publish('one', 'good morning'), await publish('one', 'good evening')];
  const said = run(`
    const handlers = [await load(${JSON.stringify(first)}), await load(${JSON.stringify(second)})];
    console.log(JSON.stringify(await Promise.all(handlers.map((handler) => handler()))));`);
  expect(said).toEqual(['good morning', 'good evening']);
});

it('imports the pages that the manifest names, which another build puts right where they were damaged', async () => {
  const releases = folderOfTest();
  const publish = startReleases(releases);
  const first = await publish('one', 'good morning');
  const [shelved = ''] = await readdir(join(releases, 'modules'));
  const page = join(releases, 'modules', shelved, 'server/chunks/page.mjs');
  await writeFile(page, `export const says = 'tampered';`);
  const say = (folder: string) => run(`console.log(JSON.stringify(await (await load('${folder}'))()));`);
  expect(say(first)).toBe('good morning');
  const second = await publish('two', 'good morning');
  await writeFile(join(second, 'site/server/entry.mjs'), 'export const handler = async () => "damaged";');
  expect(say(second)).toBe('good morning');
  expect(say(first)).toBe('good morning');
});

it('removes pages that no retained release uses', async () => {
  const releases = folderOfTest();
  const publish = startReleases(releases);
  const first = await publish('one', 'page 1');
  for (const page of ['page 2', 'page 3']) await publish('one', page);
  expect(await readdir(join(releases, 'modules'))).toHaveLength(3);
  await publish('one', 'page 4');
  expect(await readdir(join(releases, 'modules'))).toHaveLength(3);
  expect(existsSync(first)).toBe(false);
});

it('leaves the modules of former software until each retained release was built by this one', async () => {
  const releases = folderOfTest();
  const publish = startReleases(releases);
  const old = await publish('one', 'page 1');
  // As the former software left it: the modules of its release under another name.
  await rename(join(releases, 'modules'), join(releases, 'pages'));
  await publish('one', 'page 2');
  await publish('one', 'page 3');
  expect(existsSync(old)).toBe(true);
  expect(existsSync(join(releases, 'pages'))).toBe(true);
  await publish('one', 'page 4');
  expect(existsSync(join(releases, 'pages'))).toBe(false);
});
