import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { knownPaths } from '../../src/content/checks/link-targets.ts';
import { operations } from '../../src/contract/operations.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Addresses without parameters: routes of the site, operations of the API, and pages of the software. */
async function listPaths(): Promise<Set<string>> {
  const routes = await readdir(join(root, 'src/pages'), { recursive: true });
  const pages = await readdir(join(root, 'src/software/pages'));
  const addresses = routes
    .map((route) =>
      route
        .replace(/\/?\[\.\.\..*$/, '')
        .replace(/\.(?:astro|ts)$/, '')
        .replace(/(?:^|\/)index$/, ''),
    )
    .filter((route) => !/[[_]/.test(route));
  return new Set([
    ...addresses.map((route) => `/${route}`),
    ...Object.values(operations).map(({ path }) => path),
    ...pages.flatMap((page) => [`/${page}`, `/${page.replace(/\.md$/, '')}`]),
  ]);
}

test('every path an author may link to without a warning is there', async () => {
  const paths = await listPaths();
  expect([...knownPaths].filter((path) => !paths.has(path))).toEqual([]);
});
