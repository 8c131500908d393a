import { listChartFiles } from '../content/charts/chart-files.ts';
import './plain-errors.ts';

import { buildOneArticle, readOneArticle } from '../build/one-article.ts';
import { createFigureList } from '../content/figure-list.ts';
import type { Figure } from '../content/load/figures.ts';
import { formatProblems } from '../content/load/problems.ts';
import type { PublicArticle } from '../library/library.ts';
import { withoutMemo } from '../library/part-cache.ts';
import { contentFolder } from '../library/read-publication.ts';
import { type CommandContext, exitWith, parseCommand, runCommand } from './arguments.ts';

const usage = `Usage: npm run inspect -- SLUG [CONTENT FOLDER]

Says what readers of one article get: what is free, what is paid, when it is released, how it is cited. Drafts too.
`;

/** @returns the exit code: 0 when the article was found, 1 when not, 2 for wrong arguments. */
export async function runInspect(args: readonly string[], { print, now }: CommandContext): Promise<number> {
  const called = parseCommand(args, { usage, options: {}, most: 2, missing: 'No article is named' });
  const [slug = '', contentDir = contentFolder(process.env)] = called.positionals;
  const { loaded, problems, missing } = await readOneArticle({ contentDir, slug, now });
  if (problems.length > 0) print(`${formatProblems(problems, 'text')}\n\n`);
  if (!loaded) return exitWith(print, { text: missing, code: 1 });
  const built = await buildOneArticle(loaded, '');
  const figures = createFigureList(contentDir, (chart, place) =>
    listChartFiles(chart, place, { language: 'en', memo: withoutMemo }),
  );
  figures.addArticle(loaded.document, built);
  const text = writeInspection(built.article, { isDraft: loaded.meta.draft, figures: figures.list() });
  return exitWith(print, { text, code: 0 });
}

/** Lists what each kind of reader gets, in words and numbers, without a sentence of the paid part. */
function writeInspection(article: PublicArticle, state: { isDraft: boolean; figures: readonly Figure[] }): string {
  const paidWords = article.words - article.previewWords;
  const outline = article.outline.map(
    ({ depth, title, words, isFree }) =>
      `${'  '.repeat(depth - 1)}${title} (${words} words, ${isFree ? 'free' : 'paid'})`,
  );
  const pictures = state.figures.map(({ url, access }) => `  ${url} (${access === 'public' ? 'free' : 'paid'})`);
  return [
    `${article.title} [${article.tier}]`,
    `${describeRelease(article.releaseAt, state.isDraft)} ${article.words} words, ${article.readingMinutes} min: ${article.previewWords} free, ${paidWords} paid.`,
    ...(outline.length > 0 ? ['Outline:', ...outline] : []),
    ...(pictures.length > 0 ? ['Figures:', ...pictures] : []),
    `Cited as: ${article.citation.apa}`,
    '',
  ].join('\n');
}

function describeRelease(releaseAt: number | null, isDraft: boolean): string {
  if (isDraft) return 'A draft: it is not published.';
  return releaseAt === null ? 'Released.' : `To be released at ${new Date(releaseAt).toISOString()}.`;
}

if (import.meta.main) await runCommand(runInspect);
