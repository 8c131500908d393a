import type { IncomingMessage, ServerResponse } from 'node:http';
import { headerEntries } from '../serve/fixed-headers.ts';
import { fromNodeRequest } from '../server/socket/node-request.ts';
import { writeResponse } from '../server/socket/write.ts';
import type { AstroRenderer } from './astro-renderer.ts';
import { renderFailed, renderNothingYet } from './dev-notes.ts';
import type { DevSite } from './dev-site.ts';

type Next = (cause?: unknown) => void;

/** Modules, styles and the socket of the development server itself. */
const ownPath = /^\/(?:@|__|_image|_astro\/|node_modules\/|src\/|\.astro\/)/;
/** The policy forbids the scripts of the development server, and an author wants to see what was saved last. */
const leftOut = new Set(['content-security-policy', 'cache-control', 'strict-transport-security']);
const html = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };

/** Is before Astro's development server as src/server/process/http-server.ts is before a build: every request takes the same way. */
export function createDevHandler(dev: DevSite, renderer: AstroRenderer) {
  async function handle(message: IncomingMessage, response: ServerResponse, next: Next): Promise<void> {
    const target = message.url ?? '/';
    if (ownPath.test(target) || renderer.isOwn(message)) return next();
    await dev.settled();
    const site = dev.site();
    if (!site) {
      response.writeHead(503, html).end(renderNothingYet(dev.problems()));
      return;
    }
    const clientAddress = message.socket.remoteAddress ?? '127.0.0.1';
    const selected = await site.app.serve(fromNodeRequest(message, { target, clientAddress }));
    if (selected.status === 500) {
      response.writeHead(500, html).end(renderFailed());
      return;
    }
    const headers = headerEntries(selected.headers).filter(([name]) => !leftOut.has(name));
    await writeResponse(response, { ...selected, headers: [...headers.flat(), 'cache-control', 'no-store'] });
  }
  return (request: IncomingMessage, response: ServerResponse, next: Next) => {
    handle(request, response, next).catch(next);
  };
}
