import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOfTest } from '../../tests/support/folders.ts';
import { importPages } from './pages.ts';

/** The folder of a release with one page, which Astro's entry imports when it is asked for. */
async function makeRelease(folder: string, says: string): Promise<string> {
  const server = join(folder, 'site/server');
  await mkdir(join(server, 'chunks'), { recursive: true });
  await writeFile(join(server, 'chunks/page.mjs'), `export const says = ${JSON.stringify(says)};`);
  await writeFile(
    join(server, 'entry.mjs'),
    `export const handler = async () => (await import('./chunks/page.mjs')).says;`,
  );
  return folder;
}

it('imports pages that stayed as they were once, whatever release they are in', async () => {
  const folder = folderOfTest();
  const first = await importPages(await makeRelease(join(folder, 'first'), 'good morning'));
  const second = await importPages(await makeRelease(join(folder, 'second'), 'good morning'));
  const third = await importPages(await makeRelease(join(folder, 'third'), 'good evening'));
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

it('renders pages after the folder they came from is gone', async () => {
  const folder = await makeRelease(folderOfTest(), 'good night');
  const handler: unknown = await importPages(folder);
  await rm(folder, { recursive: true });
  expect(await (handler as () => Promise<string>)()).toBe('good night');
});
