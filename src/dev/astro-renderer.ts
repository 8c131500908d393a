import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { IntegrationResolvedRoute } from 'astro';
import type { Connect } from 'vite';
import { matchArticleFormat, matchPage } from '../serve/page-paths.ts';
import type { AstroHandler } from '../serve/pages/astro.ts';

/** Astro's development server in the place of the page modules and files of a release. */
export interface AstroRenderer {
  handler: AstroHandler;
  /** Is there a prerendered page or a public file at a path? The names stand for the parameters in paths of pages. */
  hasFile(pathname: string, names: ReadonlySet<string>): boolean;
  attach(middlewares: Connect.Server): void;
  setRoutes(routes: readonly IntegrationResolvedRoute[]): void;
}

/** Where Astro's adapters leave `locals`. */
const localsKey = Symbol.for('astro.locals');
/** Name of Vite's function that serves files of the repository. */
const filesOfRoot = 'viteServeStaticMiddleware';

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
  let middlewares: Connect.Server | undefined;
  let routes: readonly IntegrationResolvedRoute[] = [];

  return {
    handler(message, response, next, locals) {
      if (!middlewares) return next(new Error('The development server has not started.'));
      Reflect.set(message, localsKey, addLocals(locals));
      // Vite would send a file of the repository that has the path of a page, or forbid to read it: /AGENTS.md.
      const stack = middlewares.stack.filter(({ handle }) => !('name' in handle && handle.name === filesOfRoot));
      middlewares.handle.call({ ...middlewares, stack }, message, response, next);
    },
    hasFile(pathname, names) {
      // The route table decides about its own paths; Markdown is of a page, not of a file.
      if (matchPage(pathname) || matchArticleFormat(pathname)) return false;
      if (pathname.endsWith('/') || /\.[^/]*\.md$/.test(pathname)) return false;
      if (statSync(join(publicDir, pathname), { throwIfNoEntry: false })?.isFile()) return true;
      const route = routes.find(({ patternRegex }) => patternRegex.test(pathname));
      if (!route?.isPrerendered) return false;
      const name = pathname.replace(/^\/(?:og\/)?|\.(?:md|png)$/g, '');
      return route.params.length === 0 || names.has(name);
    },
    attach(server) {
      middlewares = server;
    },
    setRoutes(resolved) {
      routes = resolved;
    },
  };
}
