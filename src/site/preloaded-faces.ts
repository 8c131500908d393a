import type { Looks } from '../library/publication.ts';
import inter from '../styles/fonts/inter.woff2?url';
import newsreader from '../styles/fonts/newsreader.woff2?url';
import display from '../styles/fonts/newsreader-display.woff2?url';
import accented from '../styles/fonts/newsreader-more.woff2?url';
import stixTwoMath from '../styles/fonts/stix-two-math.woff2?url';

const accentedLetters = /[À-ÖØ-öø-ÿŒœ]/;

/**
 * Font files of the titles, the text and the labels of a page, so that the browser fetches them before its first paint. Faces are
 * `font-display: optional`: a file that arrives later is used from the next page on, because replacing a face moves the text.
 * Italics and code wait until the page is laid out: 25 KB more before the first paint delay it by 125 ms on a slow network.
 * @param html content of the page
 * @returns URLs of font files
 */
export function listPreloadedFaces(html: string, { typeFaces }: Pick<Looks, 'typeFaces'>): string[] {
  const { serif, sans } = typeFaces;
  const own = [serif, sans].flatMap((face) => face?.file ?? []);
  return [
    ...own,
    ...(serif ? [] : [display, newsreader]),
    ...(sans ? [] : [inter]),
    ...(!serif && accentedLetters.test(html) ? [accented] : []),
    ...(html.includes('<math') ? [stixTwoMath] : []),
  ];
}
