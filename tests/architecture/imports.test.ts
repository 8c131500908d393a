import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Who may import what, by folder of src/. Packages by name, own folders with a trailing slash; `*` is anything. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  contract: ['zod', 'contract/'],
  content: [
    'content/',
    'words/',
    'node:fs',
    'node:fs/promises',
    'node:path',
    'node:child_process',
    'node:util',
    'node:crypto',
    'node:buffer',
    'core/markup.ts',
    'core/publication.ts',
    'core/payment/price.ts',
    'zod',
    'gray-matter',
    'yaml',
    'marked',
    'shiki/',
    'katex',
    'diff',
    '@citation-js/core',
    '@citation-js/plugin-bibtex',
    '@citation-js/plugin-csl',
  ],
  search: [
    'search/',
    'content/digest.ts',
    'content/library/library.ts',
    'flexsearch',
    'lru-cache',
    'words/fold.ts',
    'words/grammars.ts',
    'node:sqlite',
    'zod',
  ],
  words: ['words/', '@orama/stemmers/german', 'wink-porter2-stemmer'],
  store: ['store/', 'zod', 'node:sqlite', 'node:path', 'node:fs', 'ioredis', 'pg'],
  core: [
    'core/',
    'contract/',
    'content/library/library.ts',
    'search/engine.ts',
    'store/store.ts',
    'store/records.ts',
    'zod',
    'jose',
    'lru-cache',
    '@noble/curves/',
    '@noble/hashes/',
  ],
  protocols: [
    'protocols/',
    'words/',
    'core/',
    'contract/',
    'content/library/library.ts',
    'search/engine.ts',
    'zod',
    // Its schemas and types: `server/index.js` loads ajv, ajv-formats and zod-to-json-schema, which nothing here calls.
    '@modelcontextprotocol/sdk/types.js',
    'lru-cache',
  ],
  // No socket, no environment: whoever asks is handed in. Astro renders on a request of node's that has no socket either.
  answers: [
    'answers/',
    'protocols/',
    'words/',
    'core/',
    'contract/',
    'content/digest.ts',
    'content/library/library.ts',
    'astro',
    'layouts/scheme-script.ts',
    'lru-cache',
    'node:http',
    'node:net',
    'node:path',
    'node:util',
    'node:zlib',
  ],
  release: [
    'release/',
    'answers/',
    'protocols/',
    'core/',
    'contract/',
    'content/',
    'search/',
    'zod',
    'node:fs',
    'node:fs/promises',
    'node:module',
    'node:path',
    'node:url',
    'node:util',
    'node:zlib',
  ],
  server: ['*'],
  cli: ['*'],
};

/** A protocol never imports another, but for the header builders that REST and the tool servers borrow from payments. */
const shared = /^protocols\/(?:[\w-]+\.ts|x402\/)/;

function listSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('.d.ts'))
    .map((file) => join(folder, file));
}

/** What a file imports: packages as written, own files relative to src/. */
function importsOf(file: string): string[] {
  const specifiers = [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([.@a-z][^']*)'/g)].map(
    ([, specifier = '']) => specifier,
  );
  return specifiers.map((specifier) =>
    specifier.startsWith('.') ? relative('src', join(dirname(file), specifier)) : specifier,
  );
}

function isAllowed(rules: readonly string[], imported: string): boolean {
  return rules.some((rule) => rule === '*' || rule === imported || (rule.endsWith('/') && imported.startsWith(rule)));
}

describe.each(Object.entries(allowed))('src/%s', (folder, rules) => {
  const files = listSources(join('src', folder));

  it('has files to look at', () => {
    expect(files.length).toBeGreaterThan(0);
  });

  it('imports only what its place in the house allows', () => {
    const breaches = files.flatMap((file) =>
      importsOf(file)
        .filter((imported) => !isAllowed(rules, imported))
        .map((imported) => `${file}: ${imported}`),
    );
    expect(breaches).toEqual([]);
  });
});

it('keeps each protocol to itself', () => {
  const breaches = listSources('src/protocols').flatMap((file) => {
    const own = `${relative('src', dirname(file)).split('/').slice(0, 2).join('/')}/`;
    return importsOf(file)
      .filter((imported) => imported.startsWith('protocols/') && !imported.startsWith(own) && !shared.test(imported))
      .map((imported) => `${file}: ${imported}`);
  });
  expect(breaches).toEqual([]);
});

it('has no server island, whose properties would be under a key that everybody knows', () => {
  const islands = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.astro'))
    .filter((file) => readFileSync(join('src', file), 'utf8').includes('server:defer'));
  expect(islands).toEqual([]);
});

it('lets no page see a sold body but through the services it is handed', () => {
  const pages = ['src/pages', 'src/layouts', 'src/components'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:ts|astro)$/.test(file))
      .map((file) => join(folder, file)),
  );
  expect(pages.length).toBeGreaterThan(10);
  for (const file of pages)
    expect(readFileSync(file, 'utf8'), file).not.toMatch(/sold-library|(?:Sold|Paid)Library|(?:sold|paid)Library/);
});

it('keeps every file under 300 lines', () => {
  const long = [...listSources('src'), ...listSources('tests')].filter(
    (file) => readFileSync(file, 'utf8').split('\n').length > 300,
  );
  expect(long).toEqual([]);
});
