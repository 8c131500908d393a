import { Index } from 'flexsearch';
import stem from 'wink-porter2-stemmer';

const k1 = 1.2;
const b = 0.75;
const feedback = { documents: 5, terms: 20, weight: 0.3, anchored: 3 };

const stopWords = new Set(
  `a about all also an and any are as at be been being but by can could describe did discuss do does explain find for
  from given had has have how i if in information into is it its list made many may me more most must no not of on or
  out over should show so some such than that the their them then there these they this those to under up use used
  using was we were what when where which who whose why will with would you article articles`.split(/\s+/),
);

/** Porter2 stems in order, stop words left out; a hyphenated word gives its parts and the joined form. */
export function analyse(text: string): string[] {
  const stems: string[] = [];
  for (const [word] of text
    .normalize('NFKD')
    .toLowerCase()
    .matchAll(/[a-z0-9]+(?:-[a-z0-9]+)*/g)) {
    const parts = word.split('-');
    const forms = parts.length > 1 ? [...parts, parts.join('')] : parts;
    for (const form of forms) if (!stopWords.has(form)) stems.push(stem(form));
  }
  return stems;
}

type Weights = Map<string, number>;

export interface Ranker {
  /** Document ids, best first. */
  search(query: string): string[];
}

interface RankerOptions {
  documents: readonly { id: string; title: string; text: string }[];
  titleWeight: number;
  /** How many steps a weight is rounded to. */
  slots: number;
  /** Pseudo relevance feedback: Rocchio over the first hits, the best three kept in place. */
  isFeedbackOn: boolean;
}

/** BM25F term weights f / (f + k1) of every document, length-normalised over both fields together. */
function weighDocuments({ documents, titleWeight }: RankerOptions): Map<string, Weights> {
  const counted = documents.map(({ id, title, text }) => {
    const counts: Weights = new Map();
    let length = 0;
    for (const [terms, weight] of [[analyse(title), titleWeight] as const, [analyse(text), 1] as const]) {
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + weight);
      length += terms.length * weight;
    }
    return { id, counts, length };
  });
  const meanLength = counted.reduce((sum, { length }) => sum + length, 0) / counted.length;
  return new Map(
    counted.map(({ id, counts, length }) => {
      const norm = 1 - b + (b * length) / meanLength;
      return [id, new Map([...counts].map(([term, count]) => [term, count / norm / (count / norm + k1)]))];
    }),
  );
}

/** A FlexSearch index whose slots hold quantised BM25F weights: its posting lists are an impact-ordered index. */
export function buildRanker(options: RankerOptions): Ranker {
  const { slots } = options;
  const weights = weighDocuments(options);
  let current: Weights = new Map();
  const index = new Index({
    tokenize: 'strict',
    resolution: slots,
    encoder: (content: string) => (weights.has(content) ? [...(weights.get(content)?.keys() ?? [])] : [content]),
    score: (_content, term) => slots - 1 - Math.min(slots - 1, Math.floor((current.get(term) ?? 0) * slots)),
  });
  for (const [id, terms] of weights) {
    current = terms;
    if (terms.size > 0) index.add(id, id);
  }

  const size = weights.size;
  function postings(term: string): string[][] {
    const found = index.search(term, { resolve: false, limit: size }).result;
    return Array.from(found, (slot) => (Array.isArray(slot) ? slot.map(String) : []));
  }

  function scoreAll(terms: Weights): Map<string, number> {
    const scores = new Map<string, number>();
    for (const [term, queryWeight] of terms) {
      const list = postings(term);
      const documentFrequency = list.reduce((sum, slot) => sum + slot.length, 0);
      const idf = Math.log(1 + (size - documentFrequency + 0.5) / (documentFrequency + 0.5));
      list.forEach((slot, place) => {
        const impact = queryWeight * idf * ((slots - place - 0.5) / slots);
        for (const id of slot) scores.set(id, (scores.get(id) ?? 0) + impact);
      });
    }
    return scores;
  }

  const byScore = (scores: Map<string, number>): string[] =>
    [...scores].toSorted(([idA, a], [idB, b]) => b - a || (idA < idB ? -1 : 1)).map(([id]) => id);

  function search(query: string): string[] {
    const terms: Weights = new Map(analyse(query).map((term) => [term, 1]));
    const first = byScore(scoreAll(terms));
    if (!options.isFeedbackOn || first.length === 0) return first;
    const expanded = expand(terms, first.slice(0, feedback.documents));
    const kept = first.slice(0, feedback.anchored);
    return [...kept, ...byScore(scoreAll(expanded)).filter((id) => !kept.includes(id))];
  }

  /** Rocchio: adds the terms that weigh most in the first documents, scaled to `feedback.weight` of the query. */
  function expand(terms: Weights, documents: readonly string[]): Weights {
    const centroid: Weights = new Map();
    for (const id of documents) {
      for (const [term, weight] of weights.get(id) ?? []) centroid.set(term, (centroid.get(term) ?? 0) + weight);
    }
    const frequency = (term: string) => postings(term).reduce((sum, slot) => sum + slot.length, 0);
    const best = [...centroid]
      .map(([term, weight]) => [term, weight * Math.log(1 + size / frequency(term))] as const)
      .toSorted(([termA, a], [termB, b]) => b - a || (termA < termB ? -1 : 1))
      .slice(0, feedback.terms);
    const total = best.reduce((sum, [, weight]) => sum + weight, 0);
    const expanded = new Map(terms);
    for (const [term, weight] of best) {
      expanded.set(term, (expanded.get(term) ?? 0) + (feedback.weight * terms.size * weight) / total);
    }
    return expanded;
  }

  return { search };
}
