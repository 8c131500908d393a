import { extname } from 'node:path';
import { csvType, documents, formatMediaTypes } from '../contract/document-urls.ts';
import { jsonType } from '../protocols/http.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.bib': 'application/x-bibtex; charset=utf-8',
  '.ris': 'application/x-research-info-systems; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': jsonType,
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.pdf': 'application/pdf',
  '.woff2': 'font/woff2',
  '.csv': csvType,
  // Scripts and data of articles are to be read, not run.
  ...Object.fromEntries(
    ['.ipynb', '.mjs', '.py', '.r', '.sh', '.sql', '.tex', '.toml', '.ts', '.tsv', '.yaml', '.yml'].map((ending) => [
      ending,
      'text/plain; charset=utf-8',
    ]),
  ),
  '.webmanifest': 'application/manifest+json',
};

/** Documents whose type their name does not say (RFC 9727, RFC 9728, RFC 8414, x402, ai-catalog, server card). */
const typesByPath: Readonly<Record<string, string>> = {
  '/.well-known/api-catalog': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  '/.well-known/ai-catalog.json': 'application/ai-catalog+json',
  [documents.croissant.path]: documents.croissant.type,
  [documents.openapiYaml.path]: documents.openapiYaml.type,
  [documents.changelog.path]: `${documents.changelog.type}; charset=utf-8`,
  '/.well-known/mcp-registry-auth': 'text/plain; charset=utf-8',
  [documents.openSearch.path]: `${documents.openSearch.type}; charset=utf-8`,
  '/mcp/server-card': 'application/mcp-server-card+json',
  '/mcp/docs/server-card': 'application/mcp-server-card+json',
  '/mcp/connector/server-card': 'application/mcp-server-card+json',
};

const jsonFormats = Object.entries(formatMediaTypes).filter(([ending]) => ending.endsWith('.json'));

/** @param file its name in a folder; the path of a page has no extension */
export function mediaType(pathname: string, file: string): string {
  const [, form] = jsonFormats.find(([ending]) => pathname.endsWith(ending)) ?? [];
  if (form) return form;
  return typesByPath[pathname] ?? types[extname(file)] ?? jsonType;
}

/**
 * Hashed names never change; discovery documents change with a deploy (ACP asks for an hour); the rest is asked for
 * again soon.
 */
export function chooseCacheControl(pathname: string): string {
  if (pathname.startsWith('/_astro/')) return 'public, max-age=31536000, immutable';
  return pathname.startsWith('/.well-known/') ? 'public, max-age=3600' : 'public, max-age=300';
}
