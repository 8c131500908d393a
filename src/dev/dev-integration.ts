import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Logger } from 'pino';
import { isRunnableDevEnvironment, type ViteDevServer } from 'vite';
import type { Config } from '../server/process/config.ts';
import type { State } from '../server/process/state.ts';
import { serveAuthor } from './dev-requests.ts';
import type { DevSite } from './dev-site.ts';

/** Long enough for an editor that writes a file in several steps, too short to be noticed. */
const settleMs = 30;
const libraryModule = fileURLToPath(new URL('../site/library-access.ts', import.meta.url));

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
  const isOutput = (path: string) => outputs.some((folder) => path.startsWith(folder));
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
              watch: { ignored: (path: string) => isOutput(path) },
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
        server.watcher.add(contentDir);
        let timer: NodeJS.Timeout | undefined;
        server.watcher.on('all', (_, path) => {
          if (!resolve(path).startsWith(`${contentDir}/`)) return;
          clearTimeout(timer);
          timer = setTimeout(() => void dev.refresh().then(() => reload(server)), settleMs);
        });
      },
    },
  };
}

/** Makes pages read the library again, and browsers load the page again. */
function reload(server: ViteDevServer): void {
  for (const environment of Object.values(server.environments)) {
    if (!isRunnableDevEnvironment(environment)) continue;
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
