import { countTerms, type Entry, type EntryReader, withoutAliases } from './entries.ts';
import { createMemo, createNumbers, type IndexBlocks, toBytes } from './index-file.ts';
import { createTop, type RankedArticle, type Ranking, termImpact, type WeightedTerm } from './ranking.ts';
import { settings } from './ranking-weights.ts';

/** Entries whose keywords are remembered: some hundred kilobytes. */
const cachedEntries = 1_000;
/**
 * Keywords of an entry in a file, for those that are chosen of them: how common a word is in all files is only known
 * when they are open.
 */
const storedKeywords = 2 * settings.feedback.keywords;
/** Numbers of an entry: its keywords, then their frequencies. */
const numbersOfEntry = 2 * storedKeywords;
export const keywordBytesOfEntry = 4 * numbersOfEntry;

/** Keywords of an entry, and how often it has each, weighted by field. */
export interface StoredKeywords {
  terms: Uint32Array;
  frequencies: Uint32Array;
}

/**
 * Packs the words that may be keywords of each entry, and how often it has each: those of a head, or of a section and
 * its article's title.
 * @param about.entries those of each article
 * @param about.numberOf the index's number of one of the reader's terms
 */
export function packCandidates(about: {
  entries: readonly (readonly Entry[])[];
  reader: Pick<EntryReader, 'terms'>;
  numberOf: (term: number) => number;
}): [string, Uint8Array][] {
  const { entries, reader, numberOf } = about;
  const counts = new Uint32Array(reader.terms.length);
  const collected = createNumbers();
  const ends: number[] = [];
  for (const [head, ...sections] of entries) {
    if (!head) continue;
    const title = { ...head, sentences: head.sentences.subarray(0, 3) };
    for (const own of [[head], ...sections.map((section) => [title, section])]) {
      const distinct = own.flatMap((part) => countTerms(withoutAliases(part), counts));
      collected.add(distinct.flatMap((term) => [numberOf(term), counts[term] ?? 0]));
      for (const term of distinct) counts[term] = 0;
      ends.push(collected.length());
    }
  }
  return [
    ['candidates', collected.bytes()],
    ['candidateEnds', toBytes(ends)],
  ];
}

/**
 * Packs the keywords of each entry: its candidates with the highest tf-idf.
 * @param candidates output of `packCandidates`
 * @param about.first the number of the first of these entries in the index
 * @param about.numbers the index's number of each term of the candidates
 */
export function packKeywords(
  candidates: Pick<IndexBlocks, 'numbers'>,
  about: { first: number; numbers: Uint32Array; ranking: Pick<Ranking, 'dampingOf' | 'sectionIdf'> },
): Uint8Array {
  const { first, numbers, ranking } = about;
  const all = candidates.numbers('candidates');
  const ends = candidates.numbers('candidateEnds');
  const keywords = new Uint32Array(ends.length * numbersOfEntry);
  let at = 0;
  for (const [entry, end] of ends.entries()) {
    const damping = ranking.dampingOf(first + entry);
    const top = createTop(storedKeywords);
    let least = top.least();
    for (; at < end; at += 2) {
      const term = numbers[all[at] ?? 0] ?? 0;
      const value = termImpact(all[at + 1] ?? 0, damping) * ranking.sectionIdf(term);
      if (value > least) least = top.offer(value, at);
    }
    for (const [rank, place] of top.numbers.entries()) {
      keywords[entry * numbersOfEntry + rank] = numbers[all[place] ?? 0] ?? 0;
      keywords[entry * numbersOfEntry + storedKeywords + rank] = all[place + 1] ?? 0;
    }
  }
  return toBytes(keywords);
}

/** Reads the keywords of an entry, the strongest first, from the output of `packKeywords`. */
export function readKeywords({ numbers }: Pick<IndexBlocks, 'numbers'>, entry: number): StoredKeywords {
  const own = numbers('keywords', entry * numbersOfEntry, (entry + 1) * numbersOfEntry);
  const frequencies = own.subarray(storedKeywords);
  const end = frequencies.indexOf(0);
  const count = end === -1 ? storedKeywords : end;
  return { terms: own.subarray(0, count), frequencies: frequencies.subarray(0, count) };
}

/**
 * Finds what the first answers of a question add to it, and what an article has in common with others.
 * @param readKeywords reads those that are stored of an entry, with the index's terms
 */
export function createFeedback(readKeywords: (entry: number) => StoredKeywords, ranking: Ranking) {
  const keywordsOf = createMemo({
    max: cachedEntries,
    make(entry) {
      const { terms, frequencies } = readKeywords(entry);
      const damping = ranking.dampingOf(entry);
      const impactOf = (at: number) => termImpact(frequencies[at] ?? 0, damping);
      const top = createTop(settings.feedback.keywords);
      for (let at = 0; at < terms.length; at += 1) top.offer(impactOf(at) * ranking.sectionIdf(terms[at] ?? 0), at);
      return top.numbers.map((at) => ({ term: terms[at] ?? 0, impact: impactOf(at) }));
    },
  });

  /**
   * The strongest words that characterize some answers (pseudo-relevance feedback after Rocchio), with weights that add
   * up to 1. Each answer contributes its title and its section in proportion to its score.
   */
  return function findFeedback(answers: readonly RankedArticle[]): WeightedTerm[] {
    const weights = new Map<number, number>();
    for (const { entry, score } of answers)
      for (const { term, impact } of keywordsOf(entry)) weights.set(term, (weights.get(term) ?? 0) + score * impact);
    const top = createTop(settings.feedback.terms);
    for (const [term, weight] of weights) top.offer(weight * ranking.sectionIdf(term), term);
    const total = top.numbers.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
    return top.numbers.map((term) => ({ term, weight: (weights.get(term) ?? 0) / total }));
  };
}
