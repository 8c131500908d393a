import { readArticleUrl } from '../../core/article-url.ts';
import { findArticles } from '../../core/question-answering.ts';
import type { Services } from '../../core/services.ts';
import type { PublicArticle } from '../../library/library.ts';
import { completeFrom, completeSlug } from './completion.ts';
import type { Prompt, PromptSpec } from './feature-types.ts';
import { RpcError, rpcCodes } from './rpc-error.ts';

const citationStyles = ['apa', 'bibtex', 'csl', 'ris'] as const;
const slugArgument = (name: string, which: string) => ({ name, description: `Slug of ${which}.`, required: true });

const reviewEvidence: PromptSpec = {
  name: 'review_evidence',
  title: 'Review the evidence on a question',
  description: 'Finds what is published here on a question and weighs it, with every claim cited.',
  arguments: [{ name: 'question', description: 'The question to settle.', required: true }],
};

const compareArticles: PromptSpec = {
  name: 'compare_articles',
  title: 'Compare two articles',
  description: 'Sets two articles side by side: question, method, findings, limits, and where they disagree.',
  arguments: [slugArgument('first', 'the one article'), slugArgument('second', 'the other')],
};

const citeArticle: PromptSpec = {
  name: 'cite_article',
  title: 'Cite an article',
  description: 'Gives the ready-made citation of an article, with its version, corrections and retraction.',
  arguments: [
    slugArgument('slug', 'the article'),
    { name: 'style', description: `One of ${citationStyles.join(', ')}. Default apa.`, required: false },
  ],
};

export const articlePrompts: readonly PromptSpec[] = [reviewEvidence, compareArticles, citeArticle];

/** Creates prompts from public facts alone: they are the same for all callers. */
export function createArticlePrompts(services: Services): Prompt[] {
  const { catalogue, urls } = services;

  function readArticle(slug: string | undefined, argument: string): PublicArticle {
    const known = slug && catalogue.presentSlug(readArticleUrl(urls, slug).slug);
    const article = known ? catalogue.find(known) : undefined;
    if (!article)
      throw new RpcError(
        rpcCodes.invalidParams,
        `arguments.${argument}: there is no article with this slug. Find one with search_articles.`,
      );
    return article;
  }
  const line = ({ slug, title, tier, date, retracted }: PublicArticle) =>
    `- "${title}" (${retracted ? 'retracted, ' : ''}${tier}, ${date}), slug ${slug}, ${urls.article(slug)}`;

  return [
    {
      spec: reviewEvidence,
      complete: () => [],
      async write({ question = '' }, { clientAddress }) {
        const needs = { catalogue, index: services.search.open };
        const found = await findArticles(needs, { text: question, limit: 8, clientAddress });
        const lines = found.map(({ article, hit }) => `${line(article)}\n  > ${hit.snippet}`);
        const list = lines.length > 0 ? lines.join('\n') : 'A first search found nothing: search again in other words.';
        return [
          `Review the evidence on this question: ${question}`,
          `Candidates from a first search:\n${list}`,
          'Search further with search_articles, read what matters with get_article, and say so where an article is paid and you have only its preview.',
          'For each source give what was done, what was found and what limits it. Then weigh them: where they agree, where they conflict, what is missing. Cite every claim by title and URL, and mention corrections and retractions.',
        ].join('\n\n');
      },
    },
    {
      spec: compareArticles,
      complete: (_, value) => completeSlug(catalogue, value),
      write({ first, second }) {
        const pair = [readArticle(first, 'first'), readArticle(second, 'second')];
        return [
          `Compare these two articles:\n${pair.map(line).join('\n')}`,
          'Read both with get_article. Set side by side their question, method, findings and limits; then say where they disagree and which evidence is stronger. Quote sparingly and cite both.',
        ].join('\n\n');
      },
    },
    {
      spec: citeArticle,
      complete: (argument, value) =>
        argument === 'style' ? completeFrom(citationStyles, value) : completeSlug(catalogue, value),
      write({ slug, style = 'apa' }) {
        const article = readArticle(slug, 'slug');
        const { citation, version, corrections, retracted } = article;
        const text = new Map<string, string>([
          ['apa', citation.apa],
          ['bibtex', citation.bibtex],
          ['ris', citation.ris],
          ['csl', JSON.stringify(citation.csl, null, 2)],
        ]).get(style);
        if (text === undefined) {
          throw new RpcError(rpcCodes.invalidParams, `arguments.style: one of ${citationStyles.join(', ')}.`);
        }
        const notes = [
          ...(version ? [`It is version ${version}.`] : []),
          ...corrections.map((correction) => `Corrected on ${correction.date}: ${correction.text}`),
          ...(retracted ? [`RETRACTED on ${retracted.date}: ${retracted.reason} Do not cite it as evidence.`] : []),
        ];
        return [
          `Cite this article exactly as follows (${style}):`,
          text,
          ...notes,
          `It is read at ${urls.article(article.slug)}.`,
        ].join('\n\n');
      },
    },
  ];
}
