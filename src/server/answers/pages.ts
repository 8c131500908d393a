import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ServiceError } from '../../core/service-error.ts';
import { preferredType } from '../../protocols/accept.ts';
import { toWireError } from '../../protocols/wire-error.ts';
import { crossOriginHeaders, preflightHeaders } from '../api/cross-origin.ts';
import type { Site } from '../process/site.ts';
import { distFolder } from '../release/build-files.ts';
import { sendResponse } from '../socket/node-http.ts';
import { articleFiles } from './article-files.ts';
import { refusePageType } from './page-types.ts';
import { chooseFile, sendFile } from './serve-static.ts';
import { createSharedPages, hasTwin, isShared } from './shared-pages.ts';
import { openStaticFiles } from './static-files.ts';

export interface Pages {
  /** Is this a read of a prerendered file, or anything else at the address of one where no operation is? */
  answers(message: IncomingMessage, pathname: string): boolean;
  /** Answers with a prerendered file or an on-demand page, or an honest 404 in the form that was asked for. */
  send(
    message: IncomingMessage,
    response: ServerResponse,
    about: { pathname: string; clientAddress: string },
  ): Promise<void>;
}

type AstroHandler = (
  message: IncomingMessage,
  response: ServerResponse,
  next: (cause?: unknown) => void,
  locals: Record<string, unknown>,
) => Promise<void> | void;

const pageMethods = ['GET', 'HEAD', 'OPTIONS'];
const articlePage = /^\/articles\/(.*[^/])$/;
const formPaths = new Set(['/unlock', '/sign-out']);

/** The reading site: files of `dist/client` and public figures, then Astro's handler, imported at its first use. */
export async function openPages(site: Site): Promise<Pages> {
  const { services, app } = site;
  const folders = [resolve(distFolder(process.env), 'client'), join(site.buildFolder, 'figures', 'public')].filter(
    (folder) => existsSync(folder),
  );
  const files = await openStaticFiles(folders, articleFiles(services.library, services.urls));
  const slugs = new Set(services.library.articles.map(({ slug }) => slug));
  const host = new URL(services.urls.base).host;
  const shared = createSharedPages(services.catalogue, services.now);
  let handler: Promise<AstroHandler> | undefined;

  async function loadHandler(): Promise<AstroHandler> {
    const entry: { handler: AstroHandler } = await import(
      pathToFileURL(resolve(distFolder(process.env), 'server/entry.mjs')).href
    );
    return entry.handler;
  }

  async function sendNotFound(message: IncomingMessage, response: ServerResponse, pathname: string) {
    response.setHeader('vary', 'Accept');
    const isDocument = pathname.startsWith('/.well-known/') || /\.\w+$/.test(pathname);
    const offers = isDocument
      ? ['text/markdown', 'text/html', 'application/json']
      : ['text/html', 'text/markdown', 'application/json'];
    const wanted = preferredType(message.headers.accept ?? null, offers) ?? 'text/markdown';
    const page = wanted === 'text/html' && !isDocument ? await files.read('/404') : undefined;
    if (page) {
      sendFile(message, response, page, { variesByAccept: true, status: 404 });
      return;
    }
    const isJson = wanted === 'application/json';
    const text = isJson
      ? JSON.stringify({ error: toWireError(new ServiceError('not_found'), services.urls) })
      : `# Not found\n\nNothing is at this address. Start from [the site map](${services.urls.at('/sitemap.md')}), [llms.txt](${services.urls.at('/llms.txt')}) or [the developer page](${services.urls.developers}).\n`;
    response.writeHead(404, {
      'content-type': isJson ? 'application/json; charset=utf-8' : 'text/markdown; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
    });
    response.end(text);
  }

  /** The 404 page, for an on-demand page that finds nothing under its address. */
  async function notFound(): Promise<Response> {
    const page = await files.read('/404');
    const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
    return new Response(page ? new Uint8Array(page.bytes) : 'Not found', { status: 404, headers });
  }

  async function sendStatic(message: IncomingMessage, response: ServerResponse, pathname: string): Promise<boolean> {
    if (!isRead(message)) return false;
    const released = { catalogue: services.catalogue, slugs, figureReleases: site.figureReleases, now: services.now() };
    const chosen = chooseFile({ pathname, accept: message.headers.accept }, files, released);
    if (!chosen) return false;
    if (!chosen.isAcceptable) {
      await sendResponse(refusePageType(services.urls), response);
      return true;
    }
    const file = await files.read(chosen.pathname);
    if (file) sendFile(message, response, file, chosen);
    return file !== undefined;
  }

  /** A page that Astro has rendered before, for somebody else. */
  function sendKept(message: IncomingMessage, response: ServerResponse, pathname: string): boolean {
    const isPlain = isRead(message) && message.url === pathname && isShared(pathname);
    const page = isPlain ? shared.find(pathname, message.headers.accept) : undefined;
    if (page) sendFile(message, response, page, { variesByAccept: hasTwin(pathname) });
    return page !== undefined;
  }

  return {
    answers: (message, pathname) => files.has(pathname) && (isRead(message) || !app.matches(pathname)),
    async send(message, response, { pathname, clientAddress }) {
      if (await sendStatic(message, response, pathname)) return;
      const slug = articlePage.exec(pathname)?.[1];
      // No query changes an article: without it the page that is kept answers for all of them.
      if (slug !== undefined) message.url = pathname;
      if (sendKept(message, response, pathname)) return;
      if (pathname.length > 1 && pathname.endsWith('/')) {
        const query = message.url?.slice(pathname.length) ?? '';
        const location = pathname.slice(0, -1) + query;
        response.writeHead(308, { location, 'content-length': 0, 'cache-control': 'no-store' }).end();
        return;
      }
      const allow = formPaths.has(pathname) ? ['POST', 'OPTIONS'] : pageMethods;
      if (message.method === 'OPTIONS' || !allow.includes(message.method ?? '')) {
        sendMethods(message, response, allow);
        return;
      }
      if (slug !== undefined && !services.catalogue.isVisible(slug)) {
        await sendNotFound(message, response, pathname);
        return;
      }
      // Astro answers HEAD by a page without content, which would be kept for GET. Node leaves the content out by itself.
      if (message.method === 'HEAD') message.method = 'GET';
      // Astro reads the host into request.url: it gets the configured one, whatever the client sent.
      message.headers.host = host;
      for (const name of Object.keys(message.headers))
        if (name.startsWith('x-forwarded-')) delete message.headers[name];
      handler ??= loadHandler();
      const render = await handler;
      await new Promise<void>((done, fail) => {
        response.once('close', done);
        const next = (cause?: unknown) =>
          cause ? fail(cause) : sendNotFound(message, response, pathname).then(done, fail);
        const locals = { services, app, notFound, clientAddress, keepPage: shared.keep };
        Promise.resolve(render(message, response, next, locals)).catch(fail);
      });
    },
  };
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** 204 to a preflight, 405 to a method that the address does not take; both say which it takes. */
function sendMethods(message: IncomingMessage, response: ServerResponse, allow: readonly string[]) {
  const headers = Object.fromEntries([...crossOriginHeaders, ...preflightHeaders(allow)]);
  if (message.method === 'OPTIONS') response.writeHead(204, headers).end();
  else response.writeHead(405, { ...headers, 'content-length': 0, 'cache-control': 'no-store' }).end();
}
