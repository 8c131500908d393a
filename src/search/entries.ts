import { findGrammar } from '../words/grammars.ts';
import { extractWords, toTerms } from './analyse.ts';
import { type AnalysedArticle, analyseArticle } from './analysed-article.ts';
import type { Searchable, Synonyms } from './engine.ts';
import { settings } from './ranking-weights.ts';
import { sentenceKinds } from './sentences.ts';

/**
 * The head of an article (title, description, tags, authors, questions of no section) or one of its sections, analysed.
 */
export interface Entry {
  /** Sentence after sentence, by their places in the reader's `terms`. */
  terms: Uint32Array;
  /** The distinct words, aliases among them, by their places in the reader's `words`. */
  words: Uint32Array;
  /** Three numbers for each sentence: its end in `terms`, its end in the bytes of the entry's text, and its kind. */
  sentences: Uint32Array;
}

export type EntryReader = ReturnType<ReturnType<typeof prepareReader>>;

const aliasKind = sentenceKinds.indexOf('alias');
const weights = Uint32Array.from(sentenceKinds, (kind) => settings.fieldWeights[kind]);

/** Numbers the words and terms of articles; indexes that share articles share a reader. See `prepareReader`. */
export function createEntryReader(synonyms: Synonyms = [], language = 'en'): EntryReader {
  return prepareReader(synonyms, language)();
}

/**
 * Prepares readers of articles, each with numbers of its own.
 * @param synonyms a section that has one of the words is also found by its aliases
 * @param language BCP 47, in which an article is written that names no other
 * @param analyse stands for `analyseArticle`, for example with a memory
 * @returns creates a reader: `read` gives the head of an article, then its sections; `terms`, `words`, folded, and
 *   `languages` are all that it met so far
 */
export function prepareReader(
  synonyms: Synonyms,
  language: string,
  analyse = (article: Searchable) => analyseArticle(article, language),
) {
  const listTerms = (word: string) => toTerms(word, findGrammar(language));
  const allAliases = synonyms.map(({ term, aliases }) => {
    const words = extractWords(aliases.join(' '));
    return { term: extractWords(term).flatMap(listTerms), words, terms: words.flatMap(listTerms) };
  });
  const aliasesByStart = Map.groupBy(allAliases, ({ term }) => term[0]);

  return () => {
    const terms: string[] = [];
    const termNumbers = new Map<string, number>();
    const words: string[] = [];
    /**
     * The language of each word, and the numbers of the words of each: languages differ in what they make of a word.
     */
    const languageOf: string[] = [];
    const wordNumbers = new Map<string, Map<string, number>>([[language, new Map()]]);
    const known = new WeakMap<Searchable, Entry[]>();
    const read = (article: Searchable): Entry[] => {
      const entries = known.get(article) ?? number(analyse(article));
      known.set(article, entries);
      return entries;
    };
    return { language, languages: () => [...wordNumbers.keys()], terms, words, languageOf, read };

    function number({ language, ...article }: AnalysedArticle): Entry[] {
      const ownTerms = Uint32Array.from(article.terms, numberTerm);
      const ownWords = Uint32Array.from(article.words, (word) => numberWord(word, language));
      const starts = article.terms.map((term) => aliasesByStart.get(term));
      const hasAliases = starts.some((found) => found !== undefined);
      return article.entries.map((entry, at) => {
        const numbered = {
          terms: entry.terms.map((term) => ownTerms[term] ?? 0),
          words: entry.words.map((word) => ownWords[word] ?? 0),
          sentences: entry.sentences,
        };
        return hasAliases && at > 0 ? addAliases(numbered, findAliases(entry.terms, { starts, article })) : numbered;
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

    function addAliases(entry: Entry, aliases: readonly Alias[]): Entry {
      const { sentences } = entry;
      if (aliases.length === 0) return entry;
      const all = [...entry.terms, ...aliases.flatMap((alias) => alias.terms.map(numberTerm))];
      const added = aliases.flatMap((alias) => alias.words.map((word) => numberWord(word, language)));
      return {
        terms: Uint32Array.from(all),
        words: Uint32Array.from([...entry.words, ...added]),
        sentences: Uint32Array.from([...sentences, all.length, sentences.at(-2) ?? 0, aliasKind]),
      };
    }
  };
}

/** A word with aliases, and these, in terms of the index's language. */
interface Alias {
  term: readonly string[];
  words: readonly string[];
  terms: readonly string[];
}

/**
 * Lists the aliases of the words in some text.
 * @param terms those of the text, by their numbers in the article
 * @param about.starts the aliases of the words that begin with each of the article's terms
 */
function findAliases(
  terms: Uint32Array,
  { starts, article }: { starts: readonly (readonly Alias[] | undefined)[]; article: Pick<AnalysedArticle, 'terms'> },
): Alias[] {
  const found: Alias[] = [];
  for (let at = 0; at < terms.length; at += 1) {
    for (const alias of starts[terms[at] ?? 0] ?? [])
      if (alias.term.every((term, ahead) => article.terms[terms[at + ahead] ?? -1] === term)) found.push(alias);
  }
  return found;
}

/**
 * The number of an entry's terms, weighted by field. Aliases lengthen nothing: questions without them are answered as
 * if there were none.
 */
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
