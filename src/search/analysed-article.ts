import { findGrammar } from '../words/grammars.ts';
import { extractWords, toTerms } from './analyse.ts';
import type { Searchable } from './engine.ts';
import { type Sentence, type SentenceKind, sentenceKinds, splitSentences } from './sentences.ts';

/** An article with its words and terms in its own numbers. */
export interface AnalysedArticle {
  /** BCP 47. */
  language: string;
  /** Its distinct words, folded. */
  words: readonly string[];
  /** Its distinct terms. */
  terms: readonly string[];
  /** Its head, then its sections: terms and words by their places in these lists; see `Entry`. */
  entries: readonly { terms: Uint32Array; words: Uint32Array; sentences: Uint32Array }[];
}

const textKinds: ReadonlySet<SentenceKind> = new Set(['sentence', 'fragment', 'row', 'caption', 'code']);

/** @param indexLanguage BCP 47: of an article that names no other */
export function analyseArticle(article: Searchable, indexLanguage: string): AnalysedArticle {
  const { title, description, tags, authors, questions, sections, references = [] } = article;
  const { language = indexLanguage } = article;
  const grammar = findGrammar(language);
  const words = new Map<string, { number: number; terms: readonly number[]; lastEntry: number }>();
  const terms = new Map<string, number>();
  const ask = (id: string | null) =>
    questions.filter(({ sectionId }) => sectionId === id).map(({ text }) => ({ kind: 'question' as const, text }));
  const entries = [
    [
      { kind: 'title' as const, text: title },
      ...splitSentences(description),
      { kind: 'fact' as const, text: [...tags, ...authors].join(' ') },
      ...ask(null),
      { kind: 'alias' as const, text: references.join(' ') },
    ],
    ...sections.map(({ id, heading, text }) => [
      { kind: 'heading' as const, text: heading },
      ...splitSentences(text),
      ...(id === null ? [] : ask(id)),
    ]),
  ].map(readEntry);
  return { language, words: [...words.keys()], terms: [...terms.keys()], entries };

  function readEntry(given: readonly Sentence[], entry: number) {
    const all: number[] = [];
    const distinct: number[] = [];
    let textEnd = 0;
    const sentences = given.flatMap(({ kind, text }) => {
      const words = extractWords(text);
      // Code repeats its names, and says no more by it.
      for (const word of kind === 'code' ? new Set(words) : words) {
        const found = readWord(word);
        if (found.lastEntry !== entry) distinct.push(found.number);
        found.lastEntry = entry;
        for (const term of found.terms) all.push(term);
      }
      if (textKinds.has(kind)) textEnd += Buffer.byteLength(text);
      return [all.length, textEnd, sentenceKinds.indexOf(kind)];
    });
    return {
      terms: Uint32Array.from(all),
      words: Uint32Array.from(distinct),
      sentences: Uint32Array.from(sentences),
    };
  }

  function readWord(word: string) {
    const known = words.get(word);
    if (known) return known;
    const numbers = toTerms(word, grammar).map((term) => {
      const number = terms.get(term) ?? terms.size;
      terms.set(term, number);
      return number;
    });
    const read = { number: words.size, terms: numbers, lastEntry: -1 };
    words.set(word, read);
    return read;
  }
}
