import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { articleFiles } from '../server/answers/article-files.ts';
import { openStaticFiles } from '../server/answers/static-files.ts';
import type { Site } from '../server/process/site.ts';
import { sendResponse, toRequest } from '../server/socket/node-http.ts';
import { renderNotes, renderNothingYet } from './dev-notes.ts';
import type { DevSite } from './dev-site.ts';

type Next = (cause?: unknown) => void;

/** Modules, styles and the socket of the development server itself. */
const ownPath = /^\/(?:@|__|node_modules\/|src\/|\.astro\/)/;
const articlePath = /^\/(?:articles|read)\/([^/.]+)$/;
/** Documents that the build writes as a folder with one file in it (see documentPaths); x402 is made at each request. */
const documentPath = /^\/(?:\.well-known\/(?!x402$)|mcp\/)(?:[^.]+\/)*[^./]+$/;
/** Where Astro's adapters leave `locals`. */
const localsKey = Symbol.for('astro.locals');

/**
 * Stands before Astro's development server as src/server/process/process.ts stands before its build: the API and public figures
 * are answered here, pages get the services in `locals`.
 */
export function createDevHandler(dev: DevSite) {
  async function handle(request: IncomingMessage, response: ServerResponse, next: Next): Promise<void> {
    const [pathname = '/'] = (request.url ?? '/').split('?', 1);
    if (ownPath.test(pathname)) return next();
    await dev.settled();
    const site = dev.site();
    if (!site) {
      response.writeHead(503, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
      response.end(renderNothingYet(dev.problems()));
      return;
    }
    if (await sendFile(site, pathname, response)) return;
    const { app, services } = site;
    // The one address with a page for people and an operation for agents.
    const isPage = pathname === '/agent/auth' && (request.method === 'GET' || request.method === 'HEAD');
    if (!isPage && app.matches(pathname)) {
      const clientAddress = request.socket.remoteAddress ?? '';
      await sendResponse(await app.fetch(toRequest(request, services.urls.base), { clientAddress }), response);
      return;
    }
    if (documentPath.test(pathname)) request.url = `${pathname}/document.json`;
    const locals: App.Locals = {
      clientAddress: '127.0.0.1',
      services,
      app,
      notFound: async () => new Response(null, { status: 404 }),
      renderNotes: (path) =>
        renderNotes({
          problems: dev.problems(),
          unpublished: dev.unpublished().get(articlePath.exec(path)?.[1] ?? ''),
        }),
    };
    Reflect.set(request, localsKey, locals);
    next();
  }
  return (request: IncomingMessage, response: ServerResponse, next: Next) => {
    handle(request, response, next).catch(next);
  };
}

/** Public figures, and what an article is besides its page. */
async function sendFile(site: Site, pathname: string, response: ServerResponse): Promise<boolean> {
  if (!/^\/figures\/|^\/articles\/.+\./.test(pathname)) return false;
  const { library, urls } = site.services;
  const figures = join(site.buildFolder, 'figures', 'public');
  const files = await openStaticFiles(existsSync(figures) ? [figures] : [], articleFiles(library, urls));
  const file = await files.read(pathname);
  if (!file) return false;
  response.writeHead(200, { 'content-type': file.type, 'cache-control': 'no-store' }).end(file.bytes);
  return true;
}
