import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Catalogue } from '../../core/articles.ts';
import { chooseForm } from './content-coding.ts';
import { isNotModified } from './entity-tag.ts';
import { choosePageType, pageVary } from './page-types.ts';
import type { StaticFile, StaticFiles } from './static-files.ts';

/** Files that belong to one article: they come and go with it. */
const articleFile = /^\/(?:articles|og|figures)\/([^/.]+)/;

/**
 * Which file answers a path, if any. A withheld article's files are not there until its moment;
 * a page is answered by its markdown twin when the client prefers that (RFC 9110 section 12).
 * An article whose page is made on demand has only the twin: for who wants the page there is none here.
 */
export function chooseFile(
  about: { pathname: string; accept: string | undefined },
  files: StaticFiles,
  site: { catalogue: Catalogue; slugs: ReadonlySet<string>; figureReleases: ReadonlyMap<string, number>; now: number },
): { pathname: string; variesByAccept: boolean; isAcceptable: boolean } | undefined {
  const { pathname, accept } = about;
  const twin = markdownTwin(pathname);
  const hasTwin = files.has(twin);
  const slug = articleFile.exec(pathname)?.[1];
  if (!files.has(pathname) && !(slug && hasTwin)) return undefined;
  if (slug && site.slugs.has(slug) && !site.catalogue.isVisible(slug)) return undefined;
  if (site.now < (site.figureReleases.get(pathname) ?? 0)) return undefined;
  if (!hasTwin) return { pathname, variesByAccept: false, isAcceptable: true };
  const wanted = choosePageType(accept ?? null);
  const isAcceptable = wanted !== undefined;
  if (wanted === 'text/html' && !files.has(pathname)) return undefined;
  return { pathname: wanted === 'text/markdown' ? twin : pathname, variesByAccept: true, isAcceptable };
}

export function markdownTwin(pathname: string): string {
  return pathname === '/' ? '/index.md' : `${pathname}.md`;
}

/** Writes one file: conditional, compressed as accepted, HEAD without a body. */
export function sendFile(
  message: IncomingMessage,
  response: ServerResponse,
  file: StaticFile,
  about: { variesByAccept: boolean; status?: number },
): void {
  const { bytes, coding, etag } = chooseForm(file, message.headers['accept-encoding']);
  const { variesByAccept, status = 200 } = about;
  // Documents are for programs, those in browsers too; a page is not read across origins.
  if (!file.type.startsWith('text/html')) response.setHeader('access-control-allow-origin', '*');
  response.setHeader('cache-control', status === 200 ? file.cacheControl : 'no-store');
  response.setHeader('vary', variesByAccept ? pageVary : 'Accept-Encoding');
  if (status === 200) response.setHeader('etag', etag);
  if (status === 200 && isNotModified(message.headers['if-none-match'], etag)) {
    response.writeHead(304).end();
    return;
  }
  response.setHeader('content-type', file.type);
  if (coding) response.setHeader('content-encoding', coding);
  response.setHeader('content-length', bytes.byteLength);
  response.writeHead(status);
  response.end(bytes); // to HEAD node sends the headers alone
}
