import type { PublicArticle } from '../content/library/library.ts';
import { escapeHtml } from '../core/markup.ts';

/** What a reader has to know before the text: that the article was withdrawn, and what was put right. Paragraphs of Markdown. */
export function writeNotices({ retracted, corrections }: Pick<PublicArticle, 'retracted' | 'corrections'>): string[] {
  return [
    ...(retracted ? [`> **Retracted on ${retracted.date}.** ${retracted.reason}\n`] : []),
    ...corrections.map(({ date, text }) => `> Corrected on ${date}: ${text}\n`),
  ];
}

/** The same for readers of HTML, a paragraph each. */
export function writeHtmlNotices({ retracted, corrections }: Pick<PublicArticle, 'retracted' | 'corrections'>): string {
  const notices = [
    ...(retracted ? [`Retracted on ${retracted.date}. ${retracted.reason}`] : []),
    ...corrections.map(({ date, text }) => `Corrected on ${date}: ${text}`),
  ];
  return notices.map((notice) => `<p>${escapeHtml(notice)}</p>\n`).join('');
}
