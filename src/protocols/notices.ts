import type { Urls } from '../contract/urls.ts';
import type { Standing } from '../core/standing.ts';
import type { PublicArticle } from '../library/library.ts';
import { escapeHtml } from '../library/markup.ts';

type Noticed = Pick<PublicArticle, 'retracted' | 'corrections'>;

/** The notices that precede the text: that the article was withdrawn, and what was corrected. */
function listNotices({ retracted, corrections }: Noticed): { lead: string; text: string; isStrong: boolean }[] {
  return [
    ...(retracted ? [{ lead: `Retracted on ${retracted.date}.`, text: retracted.reason, isStrong: true }] : []),
    ...corrections.map(({ date, text }) => ({ lead: `Corrected on ${date}:`, text, isStrong: false })),
  ];
}

/** Notices as paragraphs of Markdown. */
export function writeNotices(article: Noticed): string[] {
  return listNotices(article).map(({ lead, text, isStrong }) => `> ${isStrong ? `**${lead}**` : lead} ${text}\n`);
}

/** The same for readers of HTML, a paragraph each. */
export function writeHtmlNotices(article: Noticed): string {
  return listNotices(article)
    .map(({ lead, text }) => `<p>${escapeHtml(`${lead} ${text}`)}</p>\n`)
    .join('');
}

/** How a text may be cited now, as a paragraph of Markdown. */
export function writeStanding({ standing, since, reason, citeInstead }: Standing, urls: Urls): string {
  const parts = [
    `> **This text is ${standing}${since ? ` since ${since}` : ''}.**`,
    ...(reason ? [reason] : []),
    ...(citeInstead ? [`Cite <${urls.at(citeInstead)}> instead.`] : []),
  ];
  return `${parts.join(' ')}\n`;
}
