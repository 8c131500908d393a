import type { Urls } from '../../contract/urls.ts';
import { pagePath } from '../../contract/urls.ts';
import { changedOn, nameAuthors } from '../../core/articles.ts';
import { wholeMarkdown } from '../../core/page-chapters.ts';
import type { Body, Page, PublicArticle } from '../../library/library.ts';
import { absolutizeMarkdown } from '../absolute-links.ts';
import { writeNotices } from '../notices.ts';
import { escapeLabel, type FeedSource, lastChangedOn } from './feed-entries.ts';
import { renderMarkdownPage } from './markdown-document.ts';
import { renderReadable } from './readable-markdown.ts';

/**
 * Renders `/articles/<slug>.md`: the article page as Markdown; for a paid one the preview, the outline and how to get
 * access.
 * @param about.paidBody the paid text, for a reader with access
 * @param about.notice Markdown to put before the text
 */
export function renderArticleMarkdown(
  article: PublicArticle,
  urls: Urls,
  about: { paidBody?: Body | undefined; notice?: string } = {},
): string {
  const { paidBody, notice } = about;
  const url = urls.article(article.slug);
  const authors = nameAuthors(article);
  const front = {
    title: article.title,
    description: article.description,
    canonical_url: url,
    last_updated: changedOn(article),
    date: article.date,
    authors,
    tier: article.tier,
    words: article.words,
    language: article.language,
    tags: article.tags.join(', '),
    license: article.license.id,
    doc_version: article.version ?? changedOn(article),
    content_digest: article.contentDigest,
  };
  const facts = [
    `By ${authors}`,
    `Published ${article.date}`,
    ...(article.updated ? [`Updated ${article.updated}`] : []),
    `${article.readingMinutes} min, ${article.words} words`,
    article.license.name,
  ].join(' · ');
  const parts = [
    `${article.description}\n`,
    `${facts}\n`,
    ...writeNotices(article),
    ...(notice ? [notice] : []),
    `${renderReadable(paidBody ?? article.body, url)}\n`,
    ...(article.tier === 'paid' && !paidBody ? [describePaidPart(article, urls)] : []),
    `## Cite\n\n${article.citation.apa.trim()}\n\nBibTeX: \`${url}.bib\` · RIS: \`${url}.ris\` · CSL-JSON: \`${url}.csl.json\`\n`,
  ];
  return renderMarkdownPage(urls, { front, heading: article.title, parts });
}

function describePaidPart(article: PublicArticle, urls: Urls): string {
  const locked = article.outline.filter(({ isFree }) => !isFree);
  return `## The preview ends here

You have read ${article.previewWords} of ${article.words} words. What the rest holds:

${locked.map(({ title, words, depth }) => `${'  '.repeat(depth - 2)}- ${title} (${words} words)`).join('\n')}

To read it: \`POST ${urls.subscribe('live')}\` returns a free demo key as \`api_key\`; then \`GET ${urls.apiArticle(article.slug, 'live')}\` with \`Authorization: Bearer <api_key>\`. Or pay this one article over x402. Prices: [pricing](${urls.at('/pricing.md')}); access: [auth](${urls.at('/auth.md')}). Nothing is ever billed.
`;
}

/**
 * `/<page>.md`: a page of the site as markdown, with its chapters; `extra` is what the HTML page adds to the author's
 * text.
 */
export function renderPageMarkdown(
  page: Page,
  { urls, pages, extra = '' }: { urls: Urls; pages: readonly Page[]; extra?: string },
): string {
  const url = urls.at(pagePath(page));
  const front = {
    title: page.title,
    description: page.description,
    canonical_url: url,
    last_updated: page.updated,
    doc_version: page.updated,
  };
  const parts = [
    `${page.description}\n`,
    `${absolutizeMarkdown(wholeMarkdown(page, pages), url).trim()}\n`,
    ...(extra ? [`${extra.trim()}\n`] : []),
  ];
  return renderMarkdownPage(urls, { front, heading: page.title, parts });
}

/** `/articles.md` and the list of `/index.md`: every article of one page of the list. */
export function renderListMarkdown(
  source: FeedSource,
  about: { title: string; description: string; path: string; lead: string },
): string {
  const { urls, articles } = source;
  const newest = lastChangedOn(articles) ?? null;
  const front = {
    title: about.title,
    description: about.description,
    canonical_url: urls.at(about.path),
    last_updated: newest,
    doc_version: newest,
  };
  const lines = articles.map(
    (article) =>
      `- [${escapeLabel(article.title)}](${urls.article(article.slug)}.md) (${article.retracted ? 'retracted, ' : ''}${article.tier}, ${article.readingMinutes} min, ${article.date}, ${nameAuthors(article)}): ${article.description}`,
  );
  const parts = [
    `${about.description}\n`,
    ...(about.lead ? [`${about.lead}\n`] : []),
    '## Articles\n',
    `${lines.join('\n') || 'No article is out yet.'}\n`,
  ];
  return renderMarkdownPage(urls, { front, heading: about.title, parts });
}
