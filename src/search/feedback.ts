import { openArticles } from './article-table.ts';
import { countTerms, type Entry, type EntryReader, withoutAliases } from './entries.ts';
import { openForward } from './forward.ts';
import { createNumbers, type IndexBlocks, openBlocks } from './index-file.ts';
import { createMemo } from './memo.ts';
import { createRanking, type RankedArticle, type Ranking, termImpact, type WeightedTerm } from './ranking.ts';
import { settings } from './ranking-weights.ts';
import { createTop } from './top.ts';

/** Entries whose keywords are remembered: some hundred kilobytes. */
const cachedEntries = 1_000;
/** Numbers of an entry: each keyword and its frequency, weighted by field. */
const numbersOfEntry = 2 * settings.feedback.keywords;

/**
 * Packs the keywords of each entry: the terms of a head, or of a section and its article's title, with the highest tf-idf.
 * @param about.entries those of each article
 * @param about.blocks all others of the index
 * @param about.numberOf the index's number of one of the reader's terms
 */
export function packKeywords(about: {
  entries: readonly (readonly Entry[])[];
  reader: Pick<EntryReader, 'terms'>;
  blocks: ReadonlyMap<string, Uint8Array>;
  numberOf: (term: number) => number;
}): Uint8Array {
  const { entries, reader, blocks, numberOf } = about;
  const opened = openBlocks((name, start, end) => (blocks.get(name) ?? new Uint8Array()).subarray(start, end));
  const ranking = createRanking(openArticles(opened), openForward(opened));
  const counts = new Uint32Array(reader.terms.length);
  const collected = createNumbers();
  let entry = 0;
  for (const [article, [head, ...sections]] of entries.entries()) {
    if (!head) continue;
    const title = { ...head, sentences: head.sentences.subarray(0, 3) };
    for (const own of [[head], ...sections.map((section) => [title, section])]) {
      const distinct = own.flatMap((part) => countTerms(withoutAliases(part), counts));
      const damping = ranking.dampingOf({ article, entry: entry++ });
      const top = createTop(settings.feedback.keywords);
      for (const term of distinct)
        top.offer(termImpact(counts[term] ?? 0, damping) * ranking.sectionIdf(numberOf(term)), term);
      const keywords = new Uint32Array(numbersOfEntry);
      for (const [at, term] of top.numbers.entries()) keywords.set([numberOf(term), counts[term] ?? 0], 2 * at);
      collected.add(keywords);
      for (const term of distinct) counts[term] = 0;
    }
  }
  return collected.bytes();
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
      const damping = ranking.dampingOf(answer);
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
