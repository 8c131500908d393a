import type { Looks } from '../library/publication-settings.ts';
import inter from '../styles/fonts/inter.woff2?url';
import mono from '../styles/fonts/jetbrains-mono.woff2?url';
import newsreader from '../styles/fonts/newsreader.woff2?url';
import display from '../styles/fonts/newsreader-display.woff2?url';
import italic from '../styles/fonts/newsreader-italic.woff2?url';
import accented from '../styles/fonts/newsreader-more.woff2?url';
import stixTwoMath from '../styles/fonts/stix-two-math.woff2?url';

/** Letters that `newsreader-more` has and `newsreader` does not. */
const accentedLetters = /[À-ÖØ-àâãåæçèêëìîïðñòôõøùûýþÿŒœ]/;

/**
 * Font files that a page needs, so that the browser fetches them before its first paint. Faces are `font-display:
 * optional`: a file that arrives later is used from the next page on, because replacing a face moves the text.
 * @param html content of the page
 * @returns URLs of font files
 */
export function listPreloadedFaces(html: string, { typeFaces }: Pick<Looks, 'typeFaces'>): string[] {
  const { serif, sans, mono: code } = typeFaces;
  const own = [serif, sans, code].flatMap((face) => face?.file ?? []);
  return [
    ...own,
    ...(serif ? [] : [display, newsreader]),
    ...(sans ? [] : [inter]),
    ...(code ? [] : [mono]),
    ...(!serif && /<(?:em|i|cite)\b/.test(html) ? [italic] : []),
    ...(!serif && accentedLetters.test(html) ? [accented] : []),
    ...(html.includes('<math') ? [stixTwoMath] : []),
  ];
}
