import type { Logger } from 'pino';
import { buildContent, type ContentBuild } from '../build/content-build.ts';
import { recordExamples } from '../build/record-examples.ts';
import { formatProblems, hasErrors, type Problem } from '../content/load/problems.ts';
import { createHighlighter } from '../content/markdown/highlight.ts';
import type { RecordedExamples } from '../contract/openapi/recorded-examples.ts';
import type { Memo } from '../library/part-cache.ts';
import { openRelease } from '../release/open-release.ts';
import type { Config } from '../server/process/config.ts';
import { type ServedRelease, serveRelease } from '../server/process/served-release.ts';
import type { State } from '../server/process/state.ts';
import { type AstroRenderer, createAstroRenderer } from './astro-renderer.ts';
import { annotatePage, renderMissing } from './dev-notes.ts';
import { openDevRelease } from './dev-release.ts';

const articlePath = /^\/(?:articles|read)\/([^/.]+)$/;
const htmlType = { 'content-type': 'text/html; charset=utf-8' };

/** The publication as its author sees it: what is in the files now, half-written too, and what is wrong with it. */
export interface DevSite {
  /** Undefined until there were files to show once. */
  site(): ServedRelease | undefined;
  problems(): readonly Problem[];
  renderer: AstroRenderer;
  /** Resolves when nothing is being compiled. */
  settled(): Promise<void>;
  /** Compiles what is in the files now; after the one that is under way, when there is one. */
  refresh(): Promise<void>;
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
  let work = Promise.resolve();
  /** The compilation that begins when the one that is under way has ended. */
  let next: Promise<void> | undefined;
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

  async function compile() {
    const startedAt = performance.now();
    const built = await buildContent(buildDir, {
      ...{ contentDir, config, now: now(), highlighter, memo },
      showsUnpublished: true,
      showsMistakes: true,
      recordExamples: async (folder) => (examples ??= await recordExamples(folder, config)),
    });
    problems = built.problems;
    isNewest = built.written !== undefined;
    if (problems.length > 0) print(`${formatProblems(problems, 'text')}\n`);
    if (built.written) {
      const before = site;
      const compiled = await openRelease(buildDir, { hasPrebuilt: false });
      const about = { baseUrl: config.BASE_URL, locals: readLocals, missing: renderMissingPage };
      const release = openDevRelease(compiled, { renderer, ...about });
      // Nothing is cached: what a page shows may change with any file that is saved.
      site = await serveRelease({ release, state, config, log, now, cacheBytes: 1 });
      unpublished = built.unpublished;
      await before?.close();
    }
    const ms = Math.round(performance.now() - startedAt);
    const outcome = site ? shown() : 'nothing can be shown yet';
    print(hasErrors(problems) ? `the content has errors; ${outcome}\n` : `content compiled in ${ms} ms\n`);
  }

  return {
    renderer,
    site: () => site,
    problems: () => problems,
    settled: () => work,
    refresh() {
      // One that has not begun reads what is saved now too: many saves in a row would otherwise wait for one
      // compilation each.
      next ??= work
        .then(() => {
          next = undefined;
          return compile();
        })
        // A file may vanish while it is read: its own event compiles again.
        .catch((err: unknown) => log.error({ err }, 'the content was not compiled'));
      work = next;
      return next;
    },
    async close() {
      await work;
      highlighter.close();
      await site?.close();
      await state.close();
    },
  };
}
