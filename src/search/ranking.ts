import type { ArticleTable } from './article-table.ts';
import { impactOfSlot, type Slots } from './impact.ts';
import { settings } from './settings.ts';

export interface RankedArticle {
  article: number;
  /** The section with the best score of its own, or the article as a whole when no section has any. */
  entry: number;
  score: number;
}

/** Adds up posting lists, one query at a time. */
export interface Ranking {
  clear(): void;
  /** Adds a term of some weight to the entries in its posting list, slot by slot until so many are done. */
  add(slots: Slots, weight: number, entries?: number): void;
  /** The best articles among the wanted, best first; ties in the order of the articles. */
  best(limit: number, isWanted: (article: number) => boolean): RankedArticle[];
}

/** An article scores as its best section does, mixed with how it scores as a whole. */
export function createRanking({ firstEntry, articleOfEntry, articles }: ArticleTable): Ranking {
  const scores = new Float32Array(articleOfEntry.length);

  return {
    clear() {
      scores.fill(0);
    },

    add(slots, weight, entries = Number.POSITIVE_INFINITY) {
      let left = entries;
      for (let slot = 0; slot < slots.length && left > 0; slot++) {
        const ids = slots[slot] ?? [];
        const value = weight * impactOfSlot(slot);
        for (let at = 0; at < ids.length; at++) {
          const entry = Number(ids[at]);
          scores[entry] = (scores[entry] ?? 0) + value;
        }
        left -= ids.length;
      }
    },

    best(limit, isWanted) {
      const { wholeShare, sectionLead } = settings;
      const highest = wholeShare + (1 - wholeShare) * sectionLead;
      const found: RankedArticle[] = [];
      let lowest = limit > 0 ? 0 : Number.POSITIVE_INFINITY;
      for (let article = 0; article < articles.length; article++) {
        const whole = scores[firstEntry[article] ?? 0] ?? 0;
        if (whole * highest <= lowest) continue;
        const entry = bestEntry(article);
        const section = Math.min(scores[entry] ?? 0, whole * sectionLead);
        const score = wholeShare * whole + (1 - wholeShare) * section;
        if (score <= lowest || !isWanted(article)) continue;
        insert(found, { article, entry, score });
        if (found.length > limit) found.pop();
        if (found.length === limit) lowest = found[limit - 1]?.score ?? 0;
      }
      return found;
    },
  };

  function bestEntry(article: number): number {
    const whole = firstEntry[article] ?? 0;
    const end = firstEntry[article + 1] ?? 0;
    let best = whole;
    let bestScore = 0;
    for (let entry = whole + 1; entry < end; entry++) {
      const score = scores[entry] ?? 0;
      if (score <= bestScore) continue;
      best = entry;
      bestScore = score;
    }
    return best;
  }
}

function insert(found: RankedArticle[], article: RankedArticle): void {
  let at = found.length;
  while (at > 0 && (found[at - 1]?.score ?? 0) < article.score) at--;
  found.splice(at, 0, article);
}
