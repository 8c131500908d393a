import './plain-errors.ts';

import { formatProblems } from '../content/checks/problems.ts';
import { buildArticle } from '../content/library/build-article.ts';
import type { PublicArticle } from '../content/library/library.ts';
import { loadContent } from '../content/load/load.ts';
import { createFigureList } from '../content/render/figure-list.ts';
import type { Figure } from '../content/render/figures.ts';
import { createHighlighter } from '../content/render/highlight.ts';
import { publication } from '../publication/publication.ts';
import { contentFolder } from '../publication/read.ts';
import { readArguments } from './arguments.ts';

const usage = `Usage: npm run inspect -- SLUG [CONTENT FOLDER]

Says what readers of one article get: what is free, what is sold, when it comes out, how it is cited. Drafts too.
`;

/** @returns the exit code: 0 when the article was found, 1 when not, 2 for wrong arguments. */
export async function runInspect(args: readonly string[], print: (text: string) => void, now: number): Promise<number> {
  const called = readArguments(args, { usage, options: {}, most: 2, missing: 'No article is named' });
  if (called.kind === 'said') {
    print(called.text);
    return called.code;
  }
  const [slug = '', contentDir = contentFolder(process.env)] = called.positionals;
  const highlighter = createHighlighter();
  const figures = createFigureList(contentDir);
  let shown: { article: PublicArticle; isDraft: boolean } | undefined;
  const { problems } = await loadContent(
    { contentDir, now, includeDrafts: true, rules: publication.rules },
    {
      async article(loaded) {
        if (loaded.slug !== slug) return;
        const built = buildArticle(loaded, {
          highlighter,
          revisions: [],
          earlier: new Map(),
          baseUrl: '',
          publication: publication.name,
          language: publication.language,
        });
        figures.addArticle(loaded.document, built);
        shown = { article: built.article, isDraft: loaded.meta.draft };
      },
    },
  );
  const own = problems.filter(({ file }) => file.endsWith(`/articles/${slug}.md`));
  if (own.length > 0) print(`${formatProblems(own, 'text')}\n\n`);
  if (!shown) {
    print(`There is no readable article ${slug} in ${contentDir}/articles.\n`);
    return 1;
  }
  print(writeInspection(shown.article, { isDraft: shown.isDraft, figures: figures.list() }));
  return 0;
}

/** What each kind of reader gets, in words and numbers; never a sentence of the sold part. */
export function writeInspection(
  article: PublicArticle,
  state: { isDraft: boolean; figures: readonly Figure[] },
): string {
  const sold = article.words - article.previewWords;
  const outline = article.outline.map(
    ({ depth, title, words, isFree }) =>
      `${'  '.repeat(depth - 1)}${title} (${words} words, ${isFree ? 'free' : 'sold'})`,
  );
  const pictures = state.figures.map(({ url, access }) => `  ${url} (${access})`);
  return [
    `${article.title} [${article.tier}]`,
    `${describeRelease(article.releaseAt, state.isDraft)} ${article.words} words, ${article.readingMinutes} min: ${article.previewWords} free, ${sold} sold.`,
    ...(outline.length > 0 ? ['Outline:', ...outline] : []),
    ...(pictures.length > 0 ? ['Figures:', ...pictures] : []),
    `Cited as: ${article.citation.apa}`,
    '',
  ].join('\n');
}

function describeRelease(releaseAt: number | null, isDraft: boolean): string {
  if (isDraft) return 'A draft: nobody can read it.';
  return releaseAt === null ? 'Out.' : `Comes out ${new Date(releaseAt).toISOString()}.`;
}

if (import.meta.main) {
  process.exitCode = await runInspect(process.argv.slice(2), (text) => void process.stdout.write(text), Date.now());
}
