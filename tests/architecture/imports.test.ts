import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { rooms } from './rooms.ts';

const names = rooms.map(({ room }) => room);

/**
 * A protocol imports no other, except that the tool servers and REST take the headers of payments and sign-in from
 * x402.
 */
const borrowers = /^protocols\/(?:mcp|rest)\//;

const clocks = /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|\bprocess\.env\b/;

function listSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|astro)$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => join(folder, file));
}

/** The TypeScript of a file: of an Astro file its front matter and its scripts. */
function readCode(file: string): string {
  const text = readFileSync(file, 'utf8');
  if (!file.endsWith('.astro')) return text;
  const scripts = [...text.matchAll(/<script[^>]*?(?:\bsrc="([^"]+)"[^>]*)?>([\s\S]*?)<\/script>/g)];
  const [, front = ''] = /^---\n([\s\S]*?)\n---/.exec(text) ?? [];
  return [front, ...scripts.map(([, src, code = '']) => (src === undefined ? code : `import '${src}';`))].join('\n');
}

/**
 * What a file imports, re-exports, names as a type, loads later or finds beside itself: the strings, as they are
 * written.
 */
function listSpecifiers(code: string): string[] {
  const found: string[] = [];
  const take = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    if (ts.isLiteralTypeNode(node) || ts.isConditionalExpression(node) || ts.isArrayLiteralExpression(node))
      ts.forEachChild(node, take);
  };
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier)
      take(node.moduleSpecifier);
    if (ts.isImportTypeNode(node)) take(node.argument);
    if (ts.isCallExpression(node) && /^(?:import|require|import\.meta\.glob)$/.test(node.expression.getText()))
      node.arguments.forEach(take);
    if (ts.isNewExpression(node) && node.arguments?.[1]?.getText() === 'import.meta.url') node.arguments.forEach(take);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('a.ts', code, ts.ScriptTarget.Latest, true));
  return found;
}

/** The imports of a file: packages as written, own files relative to src/. */
function importsOf(file: string): string[] {
  return listSpecifiers(readCode(file)).map((specifier) => {
    const name = specifier.replace(/\?\w+$/, '');
    if (name.startsWith('/src/')) return name.slice('/src/'.length);
    return name.startsWith('.') ? relative('src', join(dirname(file), name)) : name;
  });
}

/** The room of a file of src/: the longest name in the list that its path starts with. */
function roomOf(path: string): string | undefined {
  return names.filter((room) => path.startsWith(`${room}/`)).toSorted((a, b) => b.length - a.length)[0];
}

const isOwnFile = (imported: string) => /^[\w-]+\/.*\.(?:ts|astro|css|woff2|json)$/.test(imported);

const sources = listSources('src')
  .map((file) => ({ path: relative('src', file), imports: importsOf(file) }))
  .filter(({ path }) => path !== 'env.d.ts');

it.each([
  "import a from './b.ts';",
  "export { a } from './b.ts';",
  "type A = import('./b.ts').A;",
  'const a = await import(`./b.ts`);',
  "const a = await import(isOdd ? './b.ts' : './b.ts');",
  "const a = import.meta.glob('./b.ts');",
  "const a = new URL('./b.ts', import.meta.url);",
  "const a = require('./b.ts');",
])('reads the import of %s', (code) => {
  expect(new Set(listSpecifiers(code))).toEqual(new Set(['./b.ts']));
});

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
      imported === '../package.json' ||
      packages === undefined ||
      packages.some((name) => name === imported || (name.endsWith('/') && imported.startsWith(name)));
    const breaches = files.flatMap(({ path, imports }) =>
      imports.filter((imported) => !isAllowed(imported)).map((imported) => `${path}: ${imported}`),
    );
    expect(breaches).toEqual([]);
  });
});

/** Files that import each other in a circle, or are between two circles: the others are taken out from both ends. */
function findCircles(files: readonly Pick<(typeof sources)[number], 'path' | 'imports'>[]): string[] {
  const imported = new Set(files.flatMap(({ imports }) => imports));
  const paths = new Set(files.map(({ path }) => path));
  const inner = files.filter(({ path, imports }) => imported.has(path) && imports.some((each) => paths.has(each)));
  return inner.length < files.length ? findCircles(inner) : files.map(({ path }) => path);
}

it.each([
  [
    ['a b', 'b c', 'c a', 'd a', 'a e', 'e'],
    ['a', 'b', 'c'],
  ],
  [['a b', 'b c', 'c'], []],
])('finds the files of a circle in %j', (lines, circle) => {
  const files = lines.map((line) => line.split(' ')).map(([path = '', ...imports]) => ({ path, imports }));
  expect(findCircles(files)).toEqual(circle);
});

it('has no files that import each other in a circle; types count', () => {
  expect(findCircles(sources)).toEqual([]);
});

it('lets no protocol import another', () => {
  const breaches = sources.flatMap(({ path, imports }) => {
    if (!path.startsWith('protocols/')) return [];
    const own = `${path.split('/').slice(0, 2).join('/')}/`;
    return imports
      .filter((imported) => /^protocols\/[^/]+\//.test(imported) && !imported.startsWith(own))
      .filter((imported) => !(imported.startsWith('protocols/x402/') && borrowers.test(path)))
      .map((imported) => `${path}: ${imported}`);
  });
  expect(breaches).toEqual([]);
});

it('gives core no clock and no environment', () => {
  const files = sources.map(({ path }) => path).filter((path) => path.startsWith('core/'));
  expect(files.filter((path) => clocks.test(readFileSync(join('src', path), 'utf8')))).toEqual([]);
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
