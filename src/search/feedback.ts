import { countTerms, type Entry, type EntryReader, withoutAliases } from './entries.ts';
import { createMemo, createNumbers, type IndexBlocks, toBytes } from './index-file.ts';
import { createTop, type RankedArticle, type Ranking, termImpact, type WeightedTerm } from './ranking.ts';
import { settings } from './ranking-weights.ts';

/** Entries whose keywords are remembered: some hundred kilobytes. */
const cachedEntries = 1_000;
/** Numbers of an entry: each keyword and its frequency, weighted by field. */
const numbersOfEntry = 2 * settings.feedback.keywords;
export const keywordBytesOfEntry = 4 * numbersOfEntry;

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
    const top = createTop(settings.feedback.keywords);
    let least = top.least();
    for (; at < end; at += 2) {
      const term = numbers[all[at] ?? 0] ?? 0;
      const value = termImpact(all[at + 1] ?? 0, damping) * ranking.sectionIdf(term);
      if (value > least) least = top.offer(value, at);
    }
    for (const [rank, place] of top.numbers.entries())
      keywords.set([numbers[all[place] ?? 0] ?? 0, all[place + 1] ?? 0], entry * numbersOfEntry + 2 * rank);
  }
  return toBytes(keywords);
}

/** Finds what the first answers of a question add to it, and what an article has in common with others. */
export function createFeedback({ numbers }: IndexBlocks, ranking: Ranking) {
  /** Weight of each term in the results so far; all 0 between two questions. */
  const weights = new Float64Array(ranking.terms);
  const keywordsOf = createMemo({
    max: cachedEntries,
    make: (entry) => numbers('keywords', entry * numbersOfEntry, (entry + 1) * numbersOfEntry),
  });

  /**
   * The strongest words that characterize some answers (pseudo-relevance feedback after Rocchio), with weights that add
   * up to 1. Each answer contributes its title and its section in proportion to its score.
   */
  return function findFeedback(answers: readonly RankedArticle[]): WeightedTerm[] {
    const touched: number[] = [];
    for (const answer of answers) {
      const keywords = keywordsOf(answer.entry);
      const damping = ranking.dampingOf(answer.entry);
      for (let at = 0; at < numbersOfEntry; at += 2) {
        const term = keywords[at] ?? 0;
        const frequency = keywords[at + 1] ?? 0;
        if (frequency === 0) break;
        if (weights[term] === 0) touched.push(term);
        weights[term] = (weights[term] ?? 0) + answer.score * termImpact(frequency, damping);
      }
    }
    const top = createTop(settings.feedback.terms);
    for (const term of touched) top.offer((weights[term] ?? 0) * ranking.sectionIdf(term), term);
    const total = top.numbers.reduce((sum, term) => sum + (weights[term] ?? 0), 0);
    const found = top.numbers.map((term): WeightedTerm => ({ term, weight: (weights[term] ?? 0) / total }));
    for (const term of touched) weights[term] = 0;
    return found;
  };
}
