import type { ArticleTable } from './article-table.ts';
import { impactOfSlot, type Slots } from './impact.ts';
import { settings } from './settings.ts';

export interface RankedArticle {
  article: number;
  /** The entry with the best score of its own. */
  entry: number;
  score: number;
}

/** Adds up posting lists, one query at a time. */
export interface Ranking {
  clear(): void;
  /** Adds a term of some weight to every entry in its posting list. */
  add(slots: Slots, weight: number): void;
  /** The best articles among the wanted, best first; ties in the order of the articles. */
  best(limit: number, isWanted: (article: number) => boolean): RankedArticle[];
}

/**
 * An article scores as its best section does, mixed with how well all its sections together cover the query:
 * a posting list is ordered by impact, so the first entry of an article met in it is what the article has to say on that term.
 */
export function createRanking({ firstEntry, articleOfEntry, articles }: ArticleTable): Ranking {
  const byEntry = new Float32Array(articleOfEntry.length);
  const coverage = new Float32Array(articles.length);
  const lastTerm = new Uint32Array(articles.length);
  let term = 0;

  return {
    clear() {
      byEntry.fill(0);
      coverage.fill(0);
      lastTerm.fill(0);
      term = 0;
    },

    add(slots, weight) {
      term++;
      for (let slot = 0; slot < slots.length; slot++) {
        const entries = slots[slot];
        if (entries === undefined) continue;
        const value = weight * impactOfSlot(slot);
        for (let at = 0; at < entries.length; at++) {
          const entry = Number(entries[at]);
          byEntry[entry] = (byEntry[entry] ?? 0) + value;
          const article = articleOfEntry[entry] ?? 0;
          if (lastTerm[article] === term) continue;
          lastTerm[article] = term;
          coverage[article] = (coverage[article] ?? 0) + value;
        }
      }
    },

    best(limit, isWanted) {
      const found: RankedArticle[] = [];
      for (let article = 0; article < articles.length; article++) {
        const covered = coverage[article] ?? 0;
        // No section scores more than all of them cover.
        if (covered === 0 || covered <= lowest(found, limit)) continue;
        const entry = bestEntry(article);
        const { coverageShare } = settings;
        const score = (1 - coverageShare) * (byEntry[entry] ?? 0) + coverageShare * covered;
        if (score <= lowest(found, limit) || !isWanted(article)) continue;
        insert(found, { article, entry, score }, limit);
      }
      return found;
    },
  };

  function bestEntry(article: number): number {
    let best = firstEntry[article] ?? 0;
    const end = firstEntry[article + 1] ?? 0;
    for (let entry = best + 1; entry < end; entry++) if ((byEntry[entry] ?? 0) > (byEntry[best] ?? 0)) best = entry;
    return best;
  }
}

function lowest(found: readonly RankedArticle[], limit: number): number {
  return found.length < limit ? 0 : (found[limit - 1]?.score ?? Number.POSITIVE_INFINITY);
}

function insert(found: RankedArticle[], article: RankedArticle, limit: number): void {
  let at = found.length;
  while (at > 0 && (found[at - 1]?.score ?? 0) < article.score) at--;
  found.splice(at, 0, article);
  if (found.length > limit) found.pop();
}
