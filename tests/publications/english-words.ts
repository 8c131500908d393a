import { readdirSync, readFileSync } from 'node:fs';
import { JSDOM } from 'jsdom';
import { functionWords } from '../../src/words/detect-language.ts';
import { stopWords } from '../../src/words/stop-words.ts';

/** Words of the English manuals that a language has too: names, loan words, and the units of dates and sizes. */
const sharedWords: Readonly<Record<string, string>> = {
  de: `a agent api atom b bibtex browser browsers c chatgpt claude client cookie cookies csl d demo demonstration f feed feeds hash
  header http id javascript json link llms markdown mcp md min minute name nonce november openapi orcid pdf person plan post
  rest route rss security server sha software status system text token txt wallet warm web website x`,
};
/** Words of addresses and codes that sentences of each language name. */
const ofCode = 'article articles ask authors content example free org paid subscriber yaml';

/** The words of the manuals and of the English interface that a language does not have: some three thousand. */
export function readEnglishWords(language: string): ReadonlySet<string> {
  const list = (folder: string, pattern: RegExp) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => pattern.test(name))
      .map((name) => `${folder}/${name}`);
  const manuals = [
    'README.md',
    'CONTRIBUTING.md',
    ...list('docs', /\.md$/),
    ...list('src/software/pages', /^(?!.*\.[a-z]{2,3}\.md$).*\.md$/),
    ...list('src/words', /^en[\w-]*\.ts$/),
  ];
  const english = new Set([
    ...stopWords.en,
    ...manuals.flatMap((file) => {
      const prose = readFileSync(file, 'utf8').replaceAll(/```[\s\S]*?```|`[^`]*`|https?:\S+/g, '');
      return splitWords(prose);
    }),
  ]);
  const known = [...(functionWords[language] ?? []), ...splitWords(sharedWords[language] ?? ''), ...splitWords(ofCode)];
  for (const word of known) english.delete(word);
  return english;
}

export const splitWords = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

/** NodeFilter.SHOW_TEXT */
const showText = 4;
const attributes = ['aria-label', 'title', 'alt', 'placeholder'];

/**
 * Every text of a page that a voice of its language would read: texts, labels and descriptions in no part of another
 * language.
 */
export function readTextsIn(language: string, html: string): string[] {
  const { document } = new JSDOM(html).window;
  for (const element of document.querySelectorAll('script, style, code, pre, textarea')) element.remove();
  const isRead = (element: Element | null) =>
    element?.closest('[lang]')?.getAttribute('lang')?.startsWith(language) ?? false;
  const texts: string[] = [];
  const walker = document.createTreeWalker(document, showText);
  while (walker.nextNode()) {
    if (isRead(walker.currentNode.parentElement)) texts.push(walker.currentNode.nodeValue ?? '');
  }
  for (const element of document.querySelectorAll('*')) {
    if (!isRead(element)) continue;
    texts.push(...attributes.flatMap((name) => element.getAttribute(name) ?? []));
    if (element.matches('meta[name="description"], meta[property$="title"], meta[property$="description"]'))
      texts.push(element.getAttribute('content') ?? '');
  }
  return texts;
}
