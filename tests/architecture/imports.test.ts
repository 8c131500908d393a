import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rooms } from './rooms.ts';

const names = rooms.map(({ room }) => room);

/** A protocol imports no other, except that the tool servers and REST take the headers of payments and sign-in from x402 and oauth. */
const lenders = /^protocols\/(?:[\w-]+\.ts$|x402\/)/;

function listSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|astro)$/.test(file) && !/\.(?:test|d)\.ts$/.test(file))
    .map((file) => join(folder, file));
}

/** The imports of a file: packages as written, own files relative to src/. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'([.@a-z][^'?]*)(?:\?url)?'/g)].map(
    ([, name = '']) => name,
  );
  return specifiers.map((name) => (name.startsWith('.') ? relative('src', join(dirname(file), name)) : name));
}

/** The room of a file of src/: the longest name in the list that its path starts with. */
function roomOf(path: string): string | undefined {
  return names.filter((room) => path.startsWith(`${room}/`)).toSorted((a, b) => b.length - a.length)[0];
}

const isOwnFile = (imported: string) => /^[\w-]+\/.*\.(?:ts|astro|css|woff2)$/.test(imported);

const sources = listSources('src')
  .map((file) => ({ path: relative('src', file), imports: importsOf(file) }))
  .filter(({ path }) => path.includes('/'));

it('has a place in the list for every file', () => {
  expect(sources.filter(({ path }) => roomOf(path) === undefined)).toEqual([]);
});

describe.each(rooms)('src/$room', ({ room, packages }) => {
  const files = sources.filter(({ path }) => roomOf(path) === room);

  it('imports itself and earlier rooms, no later one', () => {
    const earlier = names.slice(0, names.indexOf(room) + 1);
    const breaches = files.flatMap(({ path, imports }) =>
      imports
        .filter((imported) => isOwnFile(imported) && !earlier.includes(roomOf(imported) ?? ''))
        .map((imported) => `${path}: ${imported}`),
    );
    expect(breaches).toEqual([]);
  });

  it('imports no package beyond its list', () => {
    const isAllowed = (imported: string) =>
      isOwnFile(imported) ||
      packages === undefined ||
      packages.some((name) => name === imported || (name.endsWith('/') && imported.startsWith(name)));
    const breaches = files.flatMap(({ path, imports }) =>
      imports.filter((imported) => !isAllowed(imported)).map((imported) => `${path}: ${imported}`),
    );
    expect(breaches).toEqual([]);
  });
});

it('lets no protocol import another', () => {
  const breaches = sources.flatMap(({ path, imports }) => {
    if (!path.startsWith('protocols/')) return [];
    const own = `${path.split('/').slice(0, 2).join('/')}/`;
    return imports
      .filter((imported) => imported.startsWith('protocols/') && !imported.startsWith(own) && !lenders.test(imported))
      .map((imported) => `${path}: ${imported}`);
  });
  expect(breaches).toEqual([]);
});

it('has no server island, whose properties would be under a key that everybody knows', () => {
  const islands = sources.filter(({ path }) => readFileSync(join('src', path), 'utf8').includes('server:defer'));
  expect(islands).toEqual([]);
});

it('lets no page see a paid body but through the services it is handed', () => {
  const pages = sources.filter(({ path }) => /^(?:pages|layouts|components|site)\//.test(path));
  expect(pages.length).toBeGreaterThan(10);
  for (const { path } of pages)
    expect(readFileSync(join('src', path), 'utf8'), path).not.toMatch(
      /(?:sold|paid)-library|(?:Sold|Paid)Library|(?:sold|paid)Library/,
    );
});
