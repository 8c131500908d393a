import { basename, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Logger } from 'pino';
import { isRunnableDevEnvironment, type ViteDevServer } from 'vite';
import type { Config } from '../server/process/config.ts';
import type { State } from '../server/process/state.ts';
import { serveAuthor } from './dev-requests.ts';
import type { DevSite } from './dev-site.ts';
import { watchContent } from './watch-content.ts';

/** Long enough for an editor that writes a file in several steps, too short to be noticed. */
const settleMs = 30;
const libraryModule = fileURLToPath(new URL('../site/library-access.ts', import.meta.url));

const watchedFolders = ['src', 'public'];

/** All that browsers may fetch as files: no content, no compiled library, no state, no settings. */
const servedFolders = ['src', 'public', 'node_modules', '.astro'];

/**
 * Joins the author's site to Astro's development server: requests, the author's notes, and a reload at every save.
 * @param about.contentDir absolute
 * @param about.outputs absolute paths of folders that change without an author
 */
export function devIntegration(
  dev: DevSite,
  about: { contentDir: string; outputs: readonly string[]; config: Config; state: State; log: Logger },
): AstroIntegration {
  const { contentDir, outputs } = about;
  /** Vite uses one of the system's watches for each file, and needs to know of the software alone. */
  const isIgnored = (path: string) => {
    const [top = '', ...below] = relative('.', path).split(sep);
    const isOurs = [contentDir, ...outputs].some((folder) => path.startsWith(folder));
    return isOurs || (below.length > 0 && !watchedFolders.includes(top));
  };
  let stopWatching = () => {};
  return {
    name: 'quire-dev',
    hooks: {
      'astro:config:setup'({ addMiddleware, updateConfig }) {
        addMiddleware({ order: 'post', entrypoint: new URL('./dev-middleware.ts', import.meta.url) });
        updateConfig({
          vite: {
            server: {
              strictPort: true,
              // The service sends these headers itself; Vite would add its own to the pages that are rendered.
              cors: false,
              // Builds store rendered paid texts there; Vite adds its own list, such as .env.
              fs: { allow: servedFolders.map((folder) => resolve(folder)), deny: ['**/node_modules/.cache/**'] },
              watch: { ignored: (path: string) => isIgnored(path) },
            },
          },
        });
      },
      'astro:routes:resolved'({ routes }) {
        dev.renderer.setRoutes(routes);
      },
      async 'astro:server:setup'({ server }) {
        dev.renderer.attach(server.middlewares);
        await serveAuthor(server, { dev, ...about });
        let timer: NodeJS.Timeout | undefined;
        const saved = new Set<string>();
        const show = () => {
          void dev.refresh([...saved], (isComplete) => reload(server, isComplete));
          saved.clear();
        };
        stopWatching = watchContent(contentDir, {
          onChange(path) {
            if (isUnfinished(path)) return;
            saved.add(path);
            clearTimeout(timer);
            timer = setTimeout(show, settleMs);
          },
          onError: (err) => about.log.error({ err }, 'a folder of the content cannot be watched'),
        });
      },
      'astro:server:done'() {
        stopWatching();
      },
    },
  };
}

/** A file of an editor beside the one that is saved. */
function isUnfinished(path: string): boolean {
  return /^\.|~$/.test(basename(path));
}

/**
 * Makes browsers load the page again.
 * @param isComplete the list of pages may have changed; of saved articles alone, pages read the text each time
 */
function reload(server: ViteDevServer, isComplete: boolean): void {
  for (const environment of Object.values(server.environments)) {
    if (!isComplete || !isRunnableDevEnvironment(environment)) continue;
    const forgotten = new Set<NonNullable<ReturnType<typeof environment.moduleGraph.getModuleById>>>();
    for (const module of environment.moduleGraph.getModulesByFile(libraryModule) ?? []) {
      environment.moduleGraph.invalidateModule(module, forgotten, Date.now(), true);
    }
    for (const { id } of forgotten) {
      const evaluated = id && environment.runner.evaluatedModules.getModuleById(id);
      if (evaluated) environment.runner.evaluatedModules.invalidateModule(evaluated);
    }
  }
  server.ws.send({ type: 'full-reload' });
}
