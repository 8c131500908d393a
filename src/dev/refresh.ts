import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Long enough for a browser to load the page again, before a complete compilation takes the processor. */
const pauseMs = 1_000;

/**
 * Decides what is compiled when files are saved. Saved articles are shown first. The complete compilation, with search,
 * lists and the rules about several files, follows, and begins again when another file is saved.
 * @param about.compileAll throws the reason of the signal when it is stopped
 * @param about.showArticles returns false when only a complete compilation can show them
 */
export function createRefresh(about: {
  contentDir: string;
  compileAll: (signal: AbortSignal) => Promise<void>;
  showArticles: (slugs: ReadonlySet<string>) => Promise<boolean>;
  log: Pick<Logger, 'error'>;
}) {
  const { contentDir, compileAll, showArticles, log } = about;
  const articles = join(contentDir, 'articles');
  /** The slugs of articles that were saved since the last complete compilation began. */
  let saved = new Set<string>();
  /** Another file was saved since. */
  let isAll = false;
  let work = Promise.resolve();
  let shown = Promise.resolve();
  let running = new AbortController();

  async function run(
    onShow: (isComplete: boolean) => void,
    { signal }: AbortController,
    onFirst: () => void,
  ): Promise<void> {
    if (!isAll && (await showArticles(saved))) {
      onShow(false);
      onFirst();
      await wait(pauseMs, undefined, { signal });
    }
    signal.throwIfAborted();
    await compileAll(signal);
    onShow(true);
    if (signal.aborted) return;
    saved = new Set();
    isAll = false;
  }

  return {
    /** Resolves when what was saved last can be shown. */
    async settled(): Promise<void> {
      for (let last: Promise<void> | undefined; last !== shown; await last) last = shown;
    },
    /** See `DevSite`. */
    refresh(paths?: readonly string[], onShow: (isComplete: boolean) => void = () => {}): Promise<void> {
      const isArticle = (path: string) => dirname(path) === articles && path.endsWith('.md');
      isAll ||= paths === undefined || !paths.every(isArticle);
      saved = new Set([...saved, ...(paths ?? []).map((path) => basename(path, '.md'))]);
      running.abort();
      const controller = new AbortController();
      running = controller;
      const first = Promise.withResolvers<void>();
      const begin = async () => {
        try {
          if (!controller.signal.aborted) await run(onShow, controller, first.resolve);
        } catch (err) {
          // A file may vanish while it is read: its own event compiles again.
          if (!controller.signal.aborted) log.error({ err }, 'the content was not compiled');
        }
        first.resolve();
      };
      work = work.then(begin);
      shown = first.promise;
      return work;
    },
    /** Resolves when nothing is compiled any more. */
    stop(): Promise<void> {
      running.abort();
      return work;
    },
  };
}
