import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, normalize } from 'node:path';
import { preferredType } from '../protocols/accept.ts';
import { mediaType } from '../serve/media-types.ts';
import { matchArticleFormat, matchPage } from '../serve/page-paths.ts';
import { renderArticleFormat } from '../serve/pages/article-formats.ts';
import { findFormerArticle } from '../serve/pages/redirects.ts';
import { createRoutes } from '../serve/routes.ts';
import type { ServedRelease } from '../server/process/served-release.ts';
import { fromNodeRequest } from '../server/socket/node-request.ts';
import { newRequestId } from '../server/socket/request-id.ts';
import { writeResponse } from '../server/socket/write.ts';
import { openAddress, readerCanOpen } from '../site/reader-access.ts';
import { annotatePage, renderMissing, renderNothingYet } from './dev-notes.ts';
import type { DevSite } from './dev-site.ts';

type Next = (cause?: unknown) => void;

const findRoute = createRoutes(() => false);

/** Modules, styles and the socket of the development server itself. */
const ownPath = /^\/(?:@|__|node_modules\/|src\/|\.astro\/)/;
const articlePath = /^\/(?:articles|read)\/([^/.]+)$/;
/** Documents that the build writes as a folder with one file in it (see documentPaths); x402 is made at each request. */
const documentPath = /^\/(?:\.well-known\/(?!x402$)|mcp\/)(?:[^.]+\/)*[^./]+$/;
/** Where Astro's adapters leave `locals`. */
const localsKey = Symbol.for('astro.locals');

/**
 * Stands before Astro's development server as src/server/process/http-server.ts stands before its build: the API, public figures and
 * what articles are besides their pages are answered here, pages get the services in `locals`.
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
    if (!isPage && findRoute('GET', pathname).errorFormat !== 'page' && findRoute('GET', pathname).kind !== 'nowhere')
      return answerOperation(site, request, response);
    const { markdownPath, page, params } = matchPage(pathname) ?? {};
    const former = findFormerArticle(services, pathname);
    if (former && 'withdrawal' in former) {
      response.writeHead(410, { 'content-type': 'text/plain; charset=utf-8' }).end(former.withdrawal.message);
      return;
    }
    const elsewhere = page?.kind === 'open' ? `/articles/${params?.slug}` : former?.location;
    if (elsewhere !== undefined) {
      response.writeHead(308, { location: elsewhere + (request.url ?? '').slice(pathname.length) }).end();
      return;
    }
    const isMarkdown =
      preferredType(request.headers.accept ?? null, ['text/html', 'text/markdown']) === 'text/markdown';
    if (markdownPath && isMarkdown) request.url = markdownPath;
    const article = page?.isArticle && services.catalogue.find(params?.slug ?? '');
    if (article?.tier === 'paid' && (await readerCanOpen(request.headers.cookie ?? null, article, services)))
      request.url = openAddress(request.url ?? '');
    if (documentPath.test(pathname)) request.url = `${pathname}/document.json`;
    const locals: App.Locals = {
      clientAddress: '127.0.0.1',
      services,
      app,
      notFound: async () =>
        new Response(renderMissing({ problems: dev.problems(), shown: dev.shown() }), {
          status: 404,
          headers: { 'content-type': 'text/html; charset=utf-8' },
        }),
      annotate: (path, html) =>
        annotatePage(html, {
          pathname: path,
          problems: dev.problems(),
          shown: dev.shown(),
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

async function answerOperation(
  { app }: ServedRelease,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const clientAddress = message.socket.remoteAddress ?? '';
  const request = fromNodeRequest(message, { target: message.url ?? '/', requestId: newRequestId(), clientAddress });
  await writeResponse(response, await app.serve(request));
}

async function sendFile(
  { release, services }: ServedRelease,
  pathname: string,
  response: ServerResponse,
): Promise<boolean> {
  const send = (content: string | Uint8Array) =>
    response
      .writeHead(200, { 'content-type': mediaType(pathname, pathname), 'cache-control': 'no-store' })
      .end(content);
  const form = matchArticleFormat(pathname);
  const article = form && services.catalogue.find(form.slug);
  const text = article && renderArticleFormat(article, form.form, services.urls);
  if (text !== undefined) {
    send(text);
    return true;
  }
  const figure = release.figures.find(({ url, access }) => access === 'public' && url === normalize(pathname));
  if (figure) send(await readFile(join(release.folder, 'figures', 'public', figure.url)));
  return figure !== undefined;
}
