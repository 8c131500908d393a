import { statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { IntegrationResolvedRoute } from 'astro';
import type { Connect } from 'vite';
import { matchArticleFormat, matchPage } from '../serve/page-paths.ts';
import type { AstroHandler } from '../serve/pages/astro.ts';

/** Astro's development server in the place of the page modules and files of a release. */
export interface AstroRenderer {
  /** Renders a page as the handler of a build does. */
  handler: AstroHandler;
  /** Is there a prerendered page, a document or a public file at a path? */
  hasFile(pathname: string): boolean;
  /** Is this request one of the renderer, which Astro has to see? */
  isOwn(message: IncomingMessage): boolean;
  attach(middlewares: Connect.Server): void;
  setRoutes(routes: readonly IntegrationResolvedRoute[]): void;
}

/** Where Astro's adapters leave `locals`. */
const localsKey = Symbol.for('astro.locals');

/**
 * Renders pages and files with Astro's development server.
 * @param about.publicDir folder of files that are served unchanged
 * @param about.addLocals additional values for the pages of an author
 */
export function createAstroRenderer(about: {
  publicDir: string;
  addLocals: (locals: App.Locals) => App.Locals;
}): AstroRenderer {
  const { publicDir, addLocals } = about;
  const own = new WeakSet<IncomingMessage>();
  let middlewares: Connect.Server | undefined;
  let routes: readonly IntegrationResolvedRoute[] = [];

  return {
    handler(message, response, next, locals) {
      if (!middlewares) return next(new Error('The development server has not started.'));
      own.add(message);
      Reflect.set(message, localsKey, addLocals(locals));
      middlewares(message, response, next);
    },
    hasFile(pathname) {
      // The route table decides about its own paths; Markdown is of a page, not of a file.
      if (matchPage(pathname) || matchArticleFormat(pathname)) return false;
      if (pathname.endsWith('/') || /\.[^/]*\.md$/.test(pathname)) return false;
      if (statSync(join(publicDir, pathname), { throwIfNoEntry: false })?.isFile()) return true;
      return routes.find(({ patternRegex }) => patternRegex.test(pathname))?.isPrerendered ?? false;
    },
    isOwn: (message) => own.has(message),
    attach(server) {
      middlewares = server;
    },
    setRoutes(resolved) {
      routes = resolved;
    },
  };
}
