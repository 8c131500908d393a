import { stemmer as german } from '@orama/stemmers/german';
import porter from 'wink-porter2-stemmer';
import { toAmerican } from './spellings.ts';
import { stopWords } from './stop-words.ts';

/** The analyser's knowledge of a language. */
export interface Grammar {
  /** The common part of a folded word's forms. */
  stem(word: string): string;
  stopWords: ReadonlySet<string>;
  /** The terms of words met so far. */
  memo: Map<string, readonly string[]>;
}

const grammars: Readonly<Record<string, Grammar>> = {
  en: { stem: (word) => porter(toAmerican(word)), stopWords: stopWords.en, memo: new Map() },
  de: { stem: german, stopWords: stopWords.de, memo: new Map() },
};
const unknown: Grammar = { stem: (word) => word, stopWords: new Set(), memo: new Map() };

/** @param language BCP 47: `de-CH` has the grammar of `de`; one without a stemmer keeps every word as it is */
export function findGrammar(language: string): Grammar {
  return grammars[language.split('-', 1)[0] ?? ''] ?? unknown;
}

/** @param language BCP 47 */
export function hasStemmer(language: string): boolean {
  return findGrammar(language) !== unknown;
}
