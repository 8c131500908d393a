import type { Urls } from '../../core/urls.ts';
import type { PublicArticle, Version } from '../../library/library.ts';
import { renderMarkdownPage } from './markdown-document.ts';

type Changes = NonNullable<Version['changes']>;

/**
 * `/articles/<slug>/versions/<version>.md`: from an earlier text to the present one, in CriticMarkup, since Markdown has no marks
 * for what came and what went.
 */
export function renderVersionMarkdown(
  article: PublicArticle,
  { version, date, text, changes }: Version & { changes: Changes },
  urls: Urls,
): string {
  const url = urls.article(article.slug);
  const front = {
    title: `${article.title}: version ${version}, compared`,
    description: text,
    canonical_url: url,
    date,
    doc_version: version,
  };
  const parts = [
    `Version ${version} of ${date} (${text}) beside the [present text](${url}.md). What has gone is \`{--\` marked \`--}\`, what has come \`{++\` marked \`++}\`.\n`,
    ...changes.map((paragraph) => `${paragraph.map(mark).join('')}\n`),
  ];
  return renderMarkdownPage(urls, { front, heading: article.title, parts });
}

function mark({ text, is }: Changes[number][number]): string {
  if (is === 'same') return text;
  return is === 'added' ? `{++${text}++}` : `{--${text}--}`;
}
