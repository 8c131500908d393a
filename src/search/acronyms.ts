import type { Synonyms } from './engine.ts';

/** Capitals in parentheses, and the words before them: `mean reciprocal rank (MRR)`. */
const parentheses = /(?<=[ -])\((\p{Lu}{2,7})s?\)/gu;
const lastWords = /(?:\p{L}[\p{L}'’]*[ -]){1,9}$/u;
/** Nine words are shorter; to match them at every word of a text took a tenth of a build. */
const wordsLength = 250;
/** Words that an acronym may leave out. */
const skipped = new Set(
  'a an and by for from in of on or the to with der die das des und für im in von zur zum'.split(' '),
);

/** An acronym and the words before it that it may stand for. */
export type Acronym = readonly [acronym: string, meaning: string];

/**
 * Learns acronyms from texts that introduce them, as in `mean reciprocal rank (MRR)`, so that either form finds the
 * other. An acronym with two meanings is left alone.
 * @param texts plain text that every reader may see: what is learned from one text answers questions about all others
 */
export function learnAcronyms(texts: Iterable<string>): Synonyms {
  return joinAcronyms([...texts].flatMap(findAcronyms));
}

/** Finds the acronyms that a text introduces. */
export function findAcronyms(text: string): Acronym[] {
  return [...text.matchAll(parentheses)].flatMap(({ index, 1: acronym = '' }) => {
    const [before = ''] = lastWords.exec(text.slice(Math.max(0, index - wordsLength), index)) ?? [];
    const meaning = findMeaning(before.trim().split(/[ -]/), acronym.toLowerCase());
    return meaning ? [[acronym, meaning] as const] : [];
  });
}

/** Makes synonyms of the acronyms that have one meaning. */
export function joinAcronyms(found: Iterable<Acronym>): Synonyms {
  const meanings = new Map<string, Set<string>>();
  for (const [acronym, meaning] of found) meanings.set(acronym, (meanings.get(acronym) ?? new Set()).add(meaning));
  return [...meanings].flatMap(([acronym, [meaning, other]]) => {
    if (meaning === undefined || other !== undefined) return [];
    return [
      { term: meaning, aliases: [acronym] },
      { term: acronym, aliases: [meaning] },
    ];
  });
}

/** The last words that begin with the letters of an acronym, in lower case; undefined when they do not. */
function findMeaning(words: readonly string[], acronym: string): string | undefined {
  let at = words.length;
  for (const letter of [...acronym].reverse()) {
    at -= 1;
    while (skipped.has(words[at]?.toLowerCase() ?? '') && !words[at]?.toLowerCase().startsWith(letter)) at -= 1;
    if (!words[at]?.toLowerCase().startsWith(letter)) return undefined;
  }
  return words.slice(at).join(' ').toLowerCase();
}
