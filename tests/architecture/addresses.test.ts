import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isUnderOperations } from '../../src/contract/operations.ts';
import { pageTable } from '../../src/contract/paths.ts';
import { matchPage } from '../../src/serve/page-paths.ts';

/** Addresses of src/pages that are made while the service runs; parameters without their names. */
function onDemand(): string[] {
  return readdirSync('src/pages', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:astro|ts)$/.test(file) && !file.startsWith('_'))
    .filter((file) => !/prerender = true/.test(readFileSync(join('src/pages', file), 'utf8')))
    .map((file) => `/${file.replace(/\.(?:astro|ts)$/, '').replace(/(?:^|\/)index$/, '')}`)
    .filter((path) => !isUnderOperations(path))
    .map((path) => path.replace(/\[(?:\.\.\.)?\w+\](?:\.\w+)*/g, '*'));
}

it('has a row in the table of addresses for every page that is made on demand, and no other', () => {
  const known = pageTable.map(({ path }) => path.replace('/{slug}/{file}', '/*').replace(/\{\w+\}(?:\.\w+)*/g, '*'));
  expect([...new Set(known)].toSorted()).toEqual([...new Set(onDemand())].toSorted());
});

it.each([
  ['/', '/', '/index.md'],
  ['/articles/a-slug', '/articles/{slug}', '/articles/a-slug.md'],
  ['/read/a-slug.md', '/read/{file}', undefined],
  ['/articles/a-slug/versions/1.0', '/articles/{slug}/versions/{file}', '/articles/a-slug/versions/1.0.md'],
  ['/articles/a-slug/versions/1.0.md', '/articles/{slug}/versions/{file}.md', undefined],
  ['/articles/a-slug/versions/2.md', '/articles/{slug}/versions/{name}.md', undefined],
  ['/articles/a-slug.pdf', '/articles/{slug}.pdf', undefined],
  ['/figures/a-slug/one.svg', '/figures/{slug}/{file}', undefined],
])('finds %s in the row %s', (pathname, path, markdownPath) => {
  const found = matchPage(pathname);
  expect([found?.page.path, found?.markdownPath]).toEqual([path, markdownPath]);
});

it.each(['/articles/a/b', '/read/x/index.html', '/tags/x/index.html', '/articlesx', '/search/'])(
  'finds nothing at %s',
  (pathname) => {
    expect(matchPage(pathname)).toBeUndefined();
  },
);
