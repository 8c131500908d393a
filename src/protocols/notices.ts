import type { PublicArticle } from '../content/library/library.ts';

/** What a reader has to know before the text: that the article was withdrawn, and what was put right. Paragraphs of Markdown. */
export function writeNotices({ retracted, corrections }: Pick<PublicArticle, 'retracted' | 'corrections'>): string[] {
  return [
    ...(retracted ? [`> **Retracted on ${retracted.date}.** ${retracted.reason}\n`] : []),
    ...corrections.map(({ date, text }) => `> Corrected on ${date}: ${text}\n`),
  ];
}
