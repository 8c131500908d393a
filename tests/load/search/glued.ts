import { analyse } from '../../../src/search/analyse.ts';
import type { Searchable } from '../../../src/search/engine.ts';
import type { Collection } from './collection.ts';
import { createRandom } from './synthetic-articles.ts';

type Document = Collection['documents'][number];
type Weights = Map<string, number>;

/** Articles made of abstracts, and for each question the sections of each article that answer it. */
export interface Glued {
  articles: Searchable[];
  request: { text: string; right: ReadonlyMap<string, ReadonlySet<string>> }[];
}

/** So common a word makes nothing alike, and its list is long. */
const commonShare = 0.2;
const shortestText = 100;

/**
 * Glues the documents of a collection into articles whose sections they are, under their own titles, so that its
 * judgements say which section answers.
 * @param size documents to an article
 * @param neighbours the most alike that are left (cosine of tf-idf), or any
 */
export function glue({ documents, questions }: Collection, size: number, neighbours: 'related' | 'random'): Glued {
  const kept = documents.filter(({ text }) => text.length > shortestText);
  const groups = neighbours === 'related' ? groupRelated(kept, size) : shuffle(kept, size);
  const articles = groups.map((group, number) => ({
    slug: `a${number}`,
    title: group[0]?.title.split(' ').slice(0, 8).join(' ') ?? '',
    description: '',
    tags: [],
    authors: [],
    questions: [],
    sections: group.map(({ id, title, text }) => ({ id, heading: title, text })),
  }));
  const articleOf = new Map(articles.flatMap(({ slug, sections }) => sections.map(({ id }) => [id, slug] as const)));
  const request = questions.map(({ text, judged }) => {
    const right = new Map<string, Set<string>>();
    for (const id of judged.keys()) {
      const slug = articleOf.get(id);
      if (slug !== undefined) right.set(slug, (right.get(slug) ?? new Set()).add(id));
    }
    return { text, right };
  });
  return { articles, request };
}

/** The same articles as several libraries of so many each, chosen at random: a small site has few to learn from. */
export function splitLibraries({ articles, request }: Glued, count: number): Glued[] {
  return shuffle(articles, count).map((library) => {
    const slugs = new Set(library.map(({ slug }) => slug));
    const ofLibrary = request.map(({ text, right }) => ({
      text,
      right: new Map([...right].filter(([slug]) => slugs.has(slug))),
    }));
    return { articles: library, request: ofLibrary };
  });
}

/** Groups of so many, at random; the same ones each time. */
function shuffle<Item>(items: readonly Item[], size: number): Item[][] {
  const random = createRandom(5);
  const order = items.map((item) => ({ item, at: random() })).sort((a, b) => a.at - b.at);
  return Array.from({ length: Math.ceil(order.length / size) }, (_, at) =>
    order.slice(at * size, (at + 1) * size).map(({ item }) => item),
  );
}

/** One document after the other, each with its nearest neighbours that are not taken yet. */
function groupRelated(documents: readonly Document[], size: number): Document[][] {
  const vectors = weigh(documents);
  const postings = new Map<string, [document: number, weight: number][]>();
  for (const [document, vector] of vectors.entries())
    for (const [term, weight] of vector) {
      const list = postings.get(term);
      if (list) list.push([document, weight]);
      else postings.set(term, [[document, weight]]);
    }
  const free = new Set(documents.keys());
  const groups: Document[][] = [];
  for (const first of documents.keys()) {
    if (!free.delete(first)) continue;
    const likeness = new Map<number, number>();
    for (const [term, weight] of vectors[first] ?? []) {
      const list = postings.get(term) ?? [];
      if (list.length > documents.length * commonShare) continue;
      for (const [other, theirs] of list)
        if (free.has(other)) likeness.set(other, (likeness.get(other) ?? 0) + weight * theirs);
    }
    const closestMatch = [...likeness].sort((a, b) => b[1] - a[1]).slice(0, size - 1);
    for (const [other] of closestMatch) free.delete(other);
    const members = [first, ...closestMatch.map(([other]) => other)].sort((a, b) => a - b);
    groups.push(members.flatMap((member) => documents[member] ?? []));
  }
  return groups;
}

/** tf-idf vectors of length 1. */
function weigh(documents: readonly Document[]): Weights[] {
  const counts = documents.map(({ title, text }) => countTerms(`${title} ${text}`));
  const matches = countTerms(counts.flatMap((terms) => [...terms.keys()]));
  return counts.map((terms) => {
    const weights = [...terms].map(
      ([term, count]) => [term, (1 + Math.log(count)) * Math.log(documents.length / (matches.get(term) ?? 1))] as const,
    );
    const length = Math.sqrt(weights.reduce((sum, [, weight]) => sum + weight * weight, 0)) || 1;
    return new Map(weights.map(([term, weight]) => [term, weight / length]));
  });
}

/** How often a text has each term. */
export function countTerms(text: string | readonly string[]): Weights {
  const counts: Weights = new Map();
  for (const term of typeof text === 'string' ? analyse(text) : text) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
