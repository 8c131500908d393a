import { rm } from 'node:fs/promises';
import type { Logger } from 'pino';
import { buildContent, type ContentBuild } from '../build/content-build.ts';
import { recordExamples } from '../build/record-examples.ts';
import { formatProblems, hasErrors, type Problem } from '../content/load/problems.ts';
import { createHighlighter } from '../content/markdown/highlight.ts';
import type { RecordedExamples } from '../contract/openapi/recorded-examples.ts';
import type { Memo } from '../library/part-cache.ts';
import { savedFolder } from '../library/saved-articles.ts';
import { openPreviousParts } from '../release/earlier-parts.ts';
import { openRelease, type Release } from '../release/open-release.ts';
import type { Config } from '../server/process/config.ts';
import { type ServedRelease, serveRelease } from '../server/process/served-release.ts';
import type { State } from '../server/process/state.ts';
import { type AstroRenderer, createAstroRenderer } from './astro-renderer.ts';
import { annotatePage, renderMissing } from './dev-notes.ts';
import { hasSameArticles, joinReleases, openDevRelease } from './dev-release.ts';
import { createRefresh } from './refresh.ts';

const articlePath = /^\/(?:articles|read)\/([^/.]+)$/;
const lingerMs = 2_000;
const htmlType = { 'content-type': 'text/html; charset=utf-8' };

/** The publication as its author sees it: what is in the files now, half-written too, and what is wrong with it. */
export interface DevSite {
  /** Undefined until there were files to show once. */
  site(): ServedRelease | undefined;
  problems(): readonly Problem[];
  renderer: AstroRenderer;
  /** Resolves when what was saved last can be shown. */
  settled(): Promise<void>;
  /**
   * Shows what is in the files now: articles that were saved, immediately, and everything else when all is compiled.
   * @param paths the saved files, absolute; undefined for all
   * @param onShow runs each time when pages are to be loaded again
   */
  refresh(paths?: readonly string[], onShow?: (isComplete: boolean) => void): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param about.print notified of every compilation: problems as `file:line:column rule message`, or how long it took
 */
export function createDevSite(about: {
  contentDir: string;
  publicDir: string;
  buildDir: string;
  config: Config;
  state: State;
  log: Logger;
  memo: Memo;
  now: () => number;
  print: (text: string) => void;
}): DevSite {
  const { contentDir, publicDir, buildDir, config, state, log, memo, now, print } = about;
  const highlighter = createHighlighter();
  let site: ServedRelease | undefined;
  let problems: readonly Problem[] = [];
  /** Articles that only the author sees, by slug: `null` for a draft, otherwise epoch milliseconds of its release. */
  let unpublished: ContentBuild['unpublished'] = new Map();
  let isNewest = false;
  // Recorded for the first compilation: that opens the whole service, and no later save changes what they show of the
  // API.
  let examples: RecordedExamples | undefined;
  /** The release of the last complete compilation, whose files are open. */
  let complete: ServedRelease | undefined;
  const shown = () =>
    isNewest
      ? 'a build would stop; here they are marked where they are'
      : 'this is the last version that could be shown';

  const renderMissingPage = () => renderMissing({ problems, shown: shown() });
  const renderer = createAstroRenderer({
    publicDir,
    addLocals: (locals) => ({
      ...locals,
      notFound: async () => new Response(renderMissingPage(), { status: 404, headers: htmlType }),
      annotate: (pathname, html) => {
        const slug = articlePath.exec(pathname)?.[1] ?? '';
        return annotatePage(html, { pathname, problems, shown: shown(), unpublished: unpublished.get(slug) });
      },
    }),
  });

  function readLocals(): App.Locals {
    if (!site) throw new Error('No page is rendered before there is a site.');
    const { app, services } = site;
    return { app, services, clientAddress: '', notFound: async () => new Response(null, { status: 404 }) };
  }

  const common = () => ({
    contentDir,
    config,
    now: now(),
    highlighter,
    memo,
    showsUnpublished: true,
    showsMistakes: true,
  });

  async function serve(compiled: Release): Promise<ServedRelease> {
    const about = { baseUrl: config.BASE_URL, locals: readLocals, missing: renderMissingPage };
    const release = openDevRelease(compiled, { renderer, ...about });
    // Nothing is cached: what a page shows may change with any file that is saved.
    return serveRelease({ release, state, config, log, now, cacheBytes: 1 });
  }

  async function compileAll(signal: AbortSignal) {
    const startedAt = performance.now();
    const recordOnce = async (folder: string) => (examples ??= await recordExamples(folder, config));
    const built = await buildContent(buildDir, {
      ...common(),
      earlier: openPreviousParts(buildDir),
      signal,
      recordExamples: recordOnce,
    });
    problems = built.problems;
    isNewest = built.written !== undefined;
    if (problems.length > 0) print(`${formatProblems(problems, 'text')}\n`);
    if (built.written) {
      const before = [site, complete];
      await rm(savedFolder(buildDir), { recursive: true, force: true });
      complete = await serve(await openRelease(buildDir, { hasPrebuilt: false }));
      site = complete;
      unpublished = built.unpublished;
      for (const each of new Set(before)) await each?.close();
    }
    const ms = Math.round(performance.now() - startedAt);
    const outcome = site ? shown() : 'nothing can be shown yet';
    print(hasErrors(problems) ? `the content has errors; ${outcome}\n` : `content compiled in ${ms} ms\n`);
  }

  /** @returns false when only a complete compilation can show them */
  async function showArticles(slugs: ReadonlySet<string>): Promise<boolean> {
    // An error may be of several files, whose rules need all of them.
    if (!complete || hasErrors(problems)) return false;
    const folder = savedFolder(buildDir);
    const built = await buildContent(folder, { ...common(), only: slugs });
    const isBuilt = built.written?.articles === slugs.size && !hasErrors(built.problems);
    const saved = isBuilt ? await openRelease(folder, { hasPrebuilt: false }) : undefined;
    if (!saved || !hasSameArticles(complete.release, saved)) {
      await saved?.close();
      await rm(folder, { recursive: true, force: true });
      return false;
    }
    const before = site;
    site = await serve(joinReleases(complete.release, saved));
    // A page that is being rendered still reads its files.
    if (before !== complete) setTimeout(() => void before?.close(), lingerMs).unref();
    const isOther = ({ file }: Problem) => [...slugs].every((slug) => !file.endsWith(`/articles/${slug}.md`));
    problems = [...problems.filter(isOther), ...built.problems.filter((problem) => !isOther(problem))];
    unpublished = new Map([...unpublished].filter(([slug]) => !slugs.has(slug)).concat([...built.unpublished]));
    return true;
  }

  const { refresh, settled, stop } = createRefresh({ contentDir, compileAll, showArticles, log });

  return {
    renderer,
    site: () => site,
    problems: () => problems,
    settled,
    refresh,
    async close() {
      await stop();
      highlighter.close();
      for (const each of new Set([site, complete])) await each?.close();
      await state.close();
    },
  };
}
