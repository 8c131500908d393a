import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

export interface Collection {
  documents: { id: string; title: string; text: string }[];
  queries: { id: string; text: string }[];
  /** query id -> ids of the documents judged relevant */
  relevant: Map<string, Set<string>>;
}

const Document = z.object({ id: z.string(), title: z.string().default(''), text: z.string().default('') });
const Query = z.object({ id: z.string(), text: z.string() });

function readLines(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n').filter(Boolean);
}

/**
 * Reads a test collection in the layout of BEIR: docs.jsonl, queries.jsonl and qrels.tsv with the columns
 * query id, document id, gain. Only queries with at least one judged document are kept.
 */
export function loadCollection(folder: string): Collection {
  const relevant = new Map<string, Set<string>>();
  for (const line of readLines(join(folder, 'qrels.tsv')).slice(1)) {
    const [query, document, gain] = line.split('\t');
    if (!query || !document || Number(gain) <= 0) continue;
    relevant.set(query, (relevant.get(query) ?? new Set()).add(document));
  }
  return {
    documents: readLines(join(folder, 'docs.jsonl')).map((line) => Document.parse(JSON.parse(line))),
    queries: readLines(join(folder, 'queries.jsonl'))
      .map((line) => Query.parse(JSON.parse(line)))
      .filter(({ id }) => relevant.has(id)),
    relevant,
  };
}

/** Normalised discounted cumulative gain of the first ten, with binary gain. */
export function ndcgAt10(ranking: readonly string[], relevant: ReadonlySet<string>): number {
  const discount = (rank: number) => 1 / Math.log2(rank + 2);
  const gained = ranking.slice(0, 10).reduce((sum, id, rank) => sum + (relevant.has(id) ? discount(rank) : 0), 0);
  let ideal = 0;
  for (let rank = 0; rank < Math.min(10, relevant.size); rank++) ideal += discount(rank);
  return gained / ideal;
}
