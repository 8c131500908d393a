import { analyse } from '../../../src/search/analyse.ts';
import { countTerms } from './glued.ts';

/** The one with the highest score; of equals the first. */
export function bestOf(ids: readonly string[], scores: ReadonlyMap<string, number>): string {
  return ids.reduce((best, id) => ((scores.get(id) ?? 0) > (scores.get(best) ?? 0) ? id : best), ids[0] ?? '');
}

/** BM25 as textbooks have it (k1 1.2, b .75), the heading counted twice; scores of the sections that have any word. */
export function createBm25(
  sections: readonly { id: string | null; heading: string; text: string }[],
): (question: string) => Map<string, number> {
  const read = sections.map(({ id, heading, text }) => ({
    id: id ?? '',
    terms: countTerms(`${heading} ${heading} ${text}`),
  }));
  const lengths = read.map(({ terms }) => [...terms.values()].reduce((sum, count) => sum + count, 0));
  const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  const postings = new Map<string, { id: string; weight: number }[]>();
  for (const [at, { id, terms }] of read.entries())
    for (const [term, count] of terms) {
      const weight = count / (count + 1.2 * (0.25 + (0.75 * (lengths[at] ?? 0)) / average));
      const list = postings.get(term);
      if (list) list.push({ id, weight });
      else postings.set(term, [{ id, weight }]);
    }
  return (question) => {
    const scores = new Map<string, number>();
    for (const term of analyse(question)) {
      const list = postings.get(term) ?? [];
      const idf = Math.log(1 + (read.length - list.length + 0.5) / (list.length + 0.5));
      for (const { id, weight } of list) scores.set(id, (scores.get(id) ?? 0) + idf * weight);
    }
    return scores;
  };
}
