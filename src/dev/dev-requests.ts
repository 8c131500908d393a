import { createServer, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { ViteDevServer } from 'vite';
import type { HttpRequest } from '../protocols/http.ts';
import { headerEntries } from '../serve/fixed-headers.ts';
import type { SelectedResponse } from '../serve/negotiate.ts';
import type { Config } from '../server/process/config.ts';
import { createHealth } from '../server/process/health.ts';
import { type AttachServer, startListening } from '../server/process/http-server.ts';
import type { ServedRelease } from '../server/process/served-release.ts';
import type { State } from '../server/process/state.ts';
import { takeConnections } from '../server/socket/handed-connections.ts';
import { renderFailed, renderNothingYet } from './dev-notes.ts';
import type { DevSite } from './dev-site.ts';

/** Modules, styles and the socket of the development server itself. */
const ownPath = /^\/(?:@|__|_image|_astro\/|node_modules\/|src\/|\.astro\/)/;
const html = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };

/**
 * Serves the connections of Astro's development server as `npm run serve` does its own. Only requests for what Vite
 * makes reach Vite first; the service has pages rendered there.
 */
export async function serveAuthor(
  vite: ViteDevServer,
  about: { dev: DevSite; config: Config; state: State; log: Logger },
): Promise<void> {
  const { dev, config, state, log } = about;
  await startListening({
    config,
    current: {
      get site() {
        return openForAuthor(dev);
      },
    },
    health: createHealth({ canRecord: state.canRecord, isDamaged: () => false, baseUrl: config.BASE_URL }),
    record() {},
    logError: (fields, message) => log.error(fields, message),
    attach: attachTo(vite, dev),
  });
}

function attachTo({ httpServer, middlewares }: ViteDevServer, dev: DevSite): AttachServer {
  return (server) => {
    const { open, take } = takeConnections(server);
    // Node.js would read the requests for Vite. Vite's own listener remains: it closes the connections at the end.
    const [read] = httpServer?.listeners('connection') ?? [];
    if (httpServer && read) Reflect.apply(httpServer.off, httpServer, ['connection', read]);
    const nothingYet = createServer((message, response) => {
      if (ownPath.test(message.url ?? '')) middlewares(message, response);
      else response.writeHead(503, { ...html, connection: 'close' }).end(renderNothingYet(dev.problems()));
    });
    httpServer?.on('connection', (socket: Socket) =>
      dev.site() ? take(socket, '') : nothingYet.emit('connection', socket),
    );
    for (const each of [server, nothingYet]) each.on('upgrade', (...reload) => httpServer?.emit('upgrade', ...reload));
    // Or Node.js would send no response to a request that offers another protocol. Node knows the switch of a server,
    // its types do not.
    Object.assign(server, { shouldUpgradeCallback: ({ headers }: IncomingMessage) => headers.upgrade === 'websocket' });
    return {
      open,
      forwards(message, response) {
        if (!ownPath.test(message.url ?? '')) return false;
        middlewares(message, response);
        return true;
      },
    };
  };
}

/** The latest site, whose requests wait for a compilation that is under way. */
function openForAuthor(dev: DevSite): ServedRelease {
  const site = dev.site();
  if (!site) throw new Error('The site was not compiled yet.');
  const serve = async (request: HttpRequest) => {
    await dev.settled();
    return showAuthor(await (dev.site() ?? site).app.serve(request));
  };
  return { ...site, app: { ...site.app, serve } };
}

/** The policy forbids the scripts of the development server, and an author wants to see what was saved last. */
function showAuthor({ headers, body, ...selected }: SelectedResponse): SelectedResponse {
  const isPage = headers.some((value) => value.startsWith('text/html'));
  const hasFailed = isPage && selected.status === 500 && body !== undefined;
  const leftOut = new Set(['cache-control', isPage && 'content-security-policy', hasFailed && 'content-length']);
  const shown = headerEntries(headers).filter(([name]) => !leftOut.has(name));
  return {
    ...selected,
    headers: [...shown.flat(), 'cache-control', 'no-store'],
    body: hasFailed ? Buffer.from(renderFailed()) : body,
  };
}
