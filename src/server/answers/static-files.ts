import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { createBoundedMap } from '../../core/bounded-map.ts';
import { type Forms, makeForms, plainForm, sizeOf } from './content-coding.ts';

export interface StaticFile extends Forms {
  type: string;
  cacheControl: string;
}

export interface StaticFiles {
  has(pathname: string): boolean;
  paths(): Iterable<string>;
  read(pathname: string): Promise<StaticFile | undefined>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.bib': 'application/x-bibtex; charset=utf-8',
  '.ris': 'application/x-research-info-systems; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** Documents whose type their name does not say (RFC 9727, RFC 9728, RFC 8414, x402, ai-catalog, server card). */
const typesByPath: Readonly<Record<string, string>> = {
  '/.well-known/api-catalog': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  '/.well-known/ai-catalog.json': 'application/ai-catalog+json',
  '/mcp/server-card': 'application/mcp-server-card+json',
  '/mcp/docs/server-card': 'application/mcp-server-card+json',
};

/** Bytes of files; the map holds at most twice as many. */
const cacheCapacity = 48 * 1024 * 1024;

/**
 * The prerendered site. Names are listed once at the start, so no request path ever reaches the file system;
 * bytes, ETag and compressed forms are made at the first request and kept in a bounded cache.
 * @param made files that are in no folder, by path: what gives their text
 */
export async function openStaticFiles(
  folders: readonly string[],
  made: ReadonlyMap<string, () => string> = new Map(),
): Promise<StaticFiles> {
  const files = new Map<string, string | (() => string)>(made);
  for (const folder of folders) {
    for (const path of await listFiles(folder)) files.set(toPathname(relative(folder, path)), path);
  }
  const cache = createBoundedMap<string, StaticFile>(cacheCapacity, sizeOf);

  return {
    has: (pathname) => files.has(pathname),
    paths: () => files.keys(),
    async read(pathname) {
      const source = files.get(pathname);
      if (!source) return undefined;
      const cached = cache.get(pathname);
      if (cached) return cached;
      const file = await loadFile(source, pathname);
      cache.set(pathname, file);
      return file;
    },
  };
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** `why/index.html` and `why.html` to `/why`, `index.html` to `/`, and a document without an ending from its `document.json`. */
function toPathname(file: string): string {
  const path = `/${file.split(sep).join('/')}`;
  return path.replace(/(?:\/index)?\.html$|\/document\.json$/, '') || '/';
}

async function loadFile(source: string | (() => string), pathname: string): Promise<StaticFile> {
  const isMade = typeof source === 'function';
  const bytes = isMade ? Buffer.from(source()) : await readFile(source);
  const type = typeOf(pathname, isMade ? pathname : source);
  const isText = /charset|json|xml/.test(type);
  const forms = isText ? await makeForms(bytes) : plainForm(bytes);
  return { ...forms, type, cacheControl: cacheControlOf(pathname) };
}

function typeOf(pathname: string, name: string): string {
  if (pathname.endsWith('.csl.json')) return 'application/vnd.citationstyles.csl+json';
  return typesByPath[pathname] ?? types[extname(name)] ?? 'application/json; charset=utf-8';
}

/** Hashed names never change; discovery documents change with a deploy (ACP asks for an hour); the rest is asked for again soon. */
function cacheControlOf(pathname: string): string {
  if (pathname.startsWith('/_astro/')) return 'public, max-age=31536000, immutable';
  return pathname.startsWith('/.well-known/') ? 'public, max-age=3600' : 'public, max-age=300';
}
