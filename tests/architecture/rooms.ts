interface Room {
  room: string;
  /** The packages it may import, where that is limited; a name that ends in a slash stands for all behind it. */
  packages?: readonly string[];
}

/** The rooms of src/ from the ground up. Each imports itself and those before it, nothing after it; types count. */
export const rooms: readonly Room[] = [
  { room: 'words', packages: ['@orama/stemmers/', 'wink-porter2-stemmer'] },
  { room: 'contract', packages: ['zod'] },
  { room: 'store', packages: ['ioredis', 'node:fs', 'node:path', 'node:sqlite', 'pg', 'zod'] },
  {
    room: 'library',
    packages: [
      'lru-cache',
      'node:crypto',
      'node:fs',
      'node:fs/promises',
      'node:path',
      'node:process',
      'node:url',
      'node:util',
      'node:zlib',
      'zod',
    ],
  },
  { room: 'search', packages: ['flexsearch', 'lru-cache', 'node:path', 'node:sqlite', 'zod'] },
  // Build time only, in the order of its steps; what joins them is in content/ itself.
  {
    room: 'content/load',
    packages: [
      'gray-matter',
      'node:buffer',
      'node:child_process',
      'node:fs',
      'node:fs/promises',
      'node:path',
      'node:util',
      'yaml',
      'zod',
    ],
  },
  { room: 'content/markdown', packages: ['katex', 'marked', 'node:path', 'shiki/'] },
  {
    room: 'content/charts',
    packages: ['@resvg/resvg-js', 'fontkitten', 'node:fs', 'node:module', 'vega', 'vega-lite', 'zod'],
  },
  {
    room: 'content/citations',
    packages: [
      '@citation-js/core',
      '@citation-js/plugin-bibtex',
      '@citation-js/plugin-csl',
      'node:fs',
      'node:path',
      'zod',
    ],
  },
  { room: 'content/checks', packages: ['marked', 'node:fs', 'node:fs/promises', 'node:path', 'zod'] },
  { room: 'content/render', packages: ['diff', 'marked', 'node:path'] },
  { room: 'content/exports', packages: ['marked'] },
  { room: 'content', packages: ['marked', 'node:fs', 'node:fs/promises', 'node:path', 'yaml'] },
  // No HTTP, no Node, no clock, no environment.
  { room: 'core', packages: ['@noble/curves/', '@noble/hashes/', 'jose', 'lru-cache', 'zod'] },
  // The SDK's schemas and types: `server/index.js` loads ajv, ajv-formats and zod-to-json-schema, which nothing here
  // calls.
  { room: 'protocols', packages: ['@modelcontextprotocol/sdk/types.js', 'lru-cache', 'structured-headers', 'zod'] },
  { room: 'styles' },
  { room: 'client' },
  { room: 'site' },
  { room: 'components' },
  { room: 'layouts' },
  { room: 'pages' },
  // No socket and no environment. Astro renders on a request of Node's that has no socket either.
  { room: 'serve', packages: ['astro', 'lru-cache', 'node:http', 'node:net', 'node:path', 'node:util', 'node:zlib'] },
  {
    room: 'release',
    packages: [
      'node:fs',
      'node:fs/promises',
      'node:module',
      'node:path',
      'node:sqlite',
      'node:url',
      'node:util',
      'node:zlib',
      'zod',
    ],
  },
  {
    room: 'release-store',
    packages: [
      '@aws-sdk/client-s3',
      'node:fs',
      'node:fs/promises',
      'node:path',
      'node:stream',
      'node:stream/consumers',
      'node:stream/promises',
      'zod',
    ],
  },
  { room: 'server' },
  { room: 'build' },
  { room: 'dev' },
  { room: 'import' },
  { room: 'cli' },
];
