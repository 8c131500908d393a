import { type Urls, withFragment } from '../../contract/urls.ts';
import type { ArticleAnswer } from '../../core/question-answering.ts';
import { determineStanding } from '../../core/standing.ts';
import { writeStanding } from '../notices.ts';
import { describeAccessOptions, escapeLabel } from './feed-entries.ts';

/** The result of a question to one article, as Markdown: the author's own sentences with the URL of their section. */
export function renderArticleAnswer({ article, question, index, passage }: ArticleAnswer, urls: Urls): string {
  const url = urls.article(article.slug);
  const standing = determineStanding(article);
  const isPreview = article.tier === 'paid' && index === 'open';
  const quote = passage && `> ${passage.snippet.trim().replace(/\s*\n\s*/g, '\n> ')}`;
  const parts = [
    `# ${article.title}`,
    ...(standing.standing === 'current' ? [] : [writeStanding(standing, urls).trim()]),
    `Question: ${question.replace(/\s+/g, ' ')}`,
    ...(passage
      ? [quote, `${describePlace(passage, url)} Confidence: ${passage.confidence}.`]
      : [`${isPreview ? 'The public part of this article' : 'This article'} does not say.`]),
    ...(isPreview ? [describeAccessOptions(article, urls)] : []),
    `The whole article: <${url}.md>`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function describePlace(passage: NonNullable<ArticleAnswer['passage']>, url: string): string {
  const { heading, sectionId, isDescription } = passage;
  const section = `[${escapeLabel(heading)}](${withFragment(url, sectionId)})`;
  if (!isDescription) return `In the section ${section}.`;
  return `From the description of the article.${sectionId === null ? '' : ` The closest section: ${section}.`}`;
}
