import { findGrammar } from '../words/grammars.ts';
import { extractWords, toTerms } from './analyse.ts';
import { type AnalysedArticle, analyseArticle } from './analysed-article.ts';
import type { Searchable, Synonyms } from './engine.ts';
import { settings } from './ranking-weights.ts';
import { sentenceKinds } from './sentences.ts';

/** The head of an article (title, description, tags, authors, questions of no section) or one of its sections, analysed. */
export interface Entry {
  /** Sentence after sentence, by their places in the reader's `terms`. */
  terms: Uint32Array;
  /** The distinct words, aliases among them, by their places in the reader's `words`. */
  words: Uint32Array;
  /** Three numbers for each sentence: its end in `terms`, its end in the bytes of the entry's text, and its kind. */
  sentences: Uint32Array;
}

export type EntryReader = ReturnType<typeof createEntryReader>;

const aliasKind = sentenceKinds.indexOf('alias');
const weights = Uint32Array.from(sentenceKinds, (kind) => settings.fieldWeights[kind]);

/**
 * Numbers the words and terms of articles; indexes that share articles share a reader.
 * @param synonyms a section that has one of the words is also found by its aliases
 * @param language BCP 47, in which an article is written that names no other
 * @param analyse `analyseArticle`, or what an earlier build made of the same article
 * @returns `read` gives the head of an article, then its sections; `terms`, `words`, folded, and `languages` are all that were met so far
 */
export function createEntryReader(synonyms: Synonyms = [], language = 'en', analyse = analyseArticle) {
  const terms: string[] = [];
  const termNumbers = new Map<string, number>();
  const words: string[] = [];
  /** The language of each word, and the numbers of the words of each: languages differ in what they make of a word. */
  const languageOf: string[] = [];
  const wordNumbers = new Map<string, Map<string, number>>([[language, new Map()]]);
  const known = new WeakMap<Searchable, Entry[]>();
  const aliases = synonyms.map(({ term, aliases }) => {
    const added = extractWords(aliases.join(' '));
    return {
      term: extractWords(term).flatMap(listTerms),
      words: added.map((word) => numberWord(word, language)),
      terms: added.flatMap(listTerms),
    };
  });
  const aliasesByStart = Map.groupBy(aliases, ({ term }) => term[0]);
  /** The terms of synonyms are numbered first. */
  const firstOther = terms.length;

  const read = (article: Searchable): Entry[] => {
    const entries = known.get(article) ?? number(analyse(article, language));
    known.set(article, entries);
    return entries;
  };
  return { language, languages: () => [...wordNumbers.keys()], terms, words, languageOf, read };

  function number({ language, ...article }: AnalysedArticle): Entry[] {
    const ownTerms = Uint32Array.from(article.terms, numberTerm);
    const ownWords = Uint32Array.from(article.words, (word) => numberWord(word, language));
    const hasAliases = ownTerms.some((term) => aliasesByStart.has(term));
    return article.entries.map((entry, at) => {
      const numbered = {
        terms: entry.terms.map((term) => ownTerms[term] ?? 0),
        words: entry.words.map((word) => ownWords[word] ?? 0),
        sentences: entry.sentences,
      };
      return hasAliases && at > 0 ? addAliases(numbered) : numbered;
    });
  }

  function numberTerm(term: string): number {
    const number = termNumbers.get(term) ?? terms.length;
    if (number === terms.length) termNumbers.set(term, terms.push(term) - 1);
    return number;
  }

  function numberWord(word: string, language: string): number {
    const ofLanguage = wordNumbers.get(language) ?? new Map<string, number>();
    const seen = ofLanguage.get(word);
    if (seen !== undefined) return seen;
    wordNumbers.set(language, ofLanguage.set(word, words.push(word) - 1));
    languageOf.push(language);
    return words.length - 1;
  }

  function listTerms(word: string): number[] {
    return toTerms(word, findGrammar(language)).map(numberTerm);
  }

  function addAliases(entry: Entry): Entry {
    const { terms, words, sentences } = entry;
    const added: typeof aliases = [];
    for (let at = 0; at < terms.length; at += 1) {
      const start = terms[at] ?? firstOther;
      if (start >= firstOther) continue;
      for (const alias of aliasesByStart.get(start) ?? [])
        if (alias.term.every((term, ahead) => terms[at + ahead] === term)) added.push(alias);
    }
    if (added.length === 0) return entry;
    const all = [...terms, ...added.flatMap((alias) => alias.terms)];
    return {
      terms: Uint32Array.from(all),
      words: Uint32Array.from([...words, ...added.flatMap((alias) => alias.words)]),
      sentences: Uint32Array.from([...sentences, all.length, sentences.at(-2) ?? 0, aliasKind]),
    };
  }
}

/** The words of some articles, folded, those of most sections first. */
export function listCommonWords(articles: readonly Searchable[], reader: EntryReader): string[] {
  const counts = new Uint32Array(reader.words.length);
  for (const { words } of articles.flatMap(reader.read))
    for (const number of words) counts[number] = (counts[number] ?? 0) + 1;
  return [...reader.words.entries()]
    .map(([number, word]) => ({ word, count: counts[number] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1))
    .map(({ word }) => word);
}

/** The number of an entry's terms, weighted by field. Aliases lengthen nothing: questions without them are answered as if there were none. */
export function measureLength({ sentences }: Entry): number {
  let length = 0;
  let start = 0;
  for (let row = 0; row < sentences.length; row += 3) {
    const end = sentences[row] ?? 0;
    const kind = sentences[row + 2] ?? 0;
    if (kind !== aliasKind) length += (end - start) * (weights[kind] ?? 0);
    start = end;
  }
  return length;
}

/**
 * Counts how often an entry has each of its terms, weighted by field.
 * @param counts the count of each term, all 0; the caller sets those of the result to 0 again
 * @returns the distinct terms, in order
 */
export function countTerms({ terms, sentences }: Entry, counts: Uint32Array): number[] {
  const distinct: number[] = [];
  let at = 0;
  for (let row = 0; row < sentences.length; row += 3) {
    const weight = weights[sentences[row + 2] ?? 0] ?? 0;
    for (const end = sentences[row] ?? 0; at < end; at += 1) {
      const term = terms[at] ?? 0;
      const count = counts[term] ?? 0;
      if (count === 0) distinct.push(term);
      counts[term] = count + weight;
    }
  }
  return distinct;
}

/** An entry without the aliases at its end. */
export function withoutAliases(entry: Entry): Entry {
  const { sentences } = entry;
  let end = sentences.length;
  while (end > 0 && sentences[end - 1] === aliasKind) end -= 3;
  return { ...entry, sentences: sentences.subarray(0, end) };
}
