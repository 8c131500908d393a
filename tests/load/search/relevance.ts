import type { Judged } from './collection.ts';
import { createRandom } from './synthetic-articles.ts';

/** One hit: a document and, from engines that know them, its section. */
export interface Found {
  id: string;
  section?: string | null;
}

/** How good one answer is: `found` are hits, best first. */
export interface Relevance {
  /** With linear gain, over the first 10, as trec_eval's ndcg_cut_10. */
  ndcg10: number;
  /** One over the rank of the first relevant document among the first 10, else 0. */
  reciprocalRank10: number;
  recall100: number;
  /** 1 if the first document is relevant. */
  success1: number;
  /** 1 if its section is relevant too; undefined where no sections were judged. */
  section1: number | undefined;
}

export function evaluateWindow(found: readonly Found[], judged: ReadonlyMap<string, Judged>): Relevance {
  const ideal = [...judged.values()].map(({ gain }) => gain).sort((a, b) => b - a);
  const first = found.slice(0, 10).findIndex(({ id }) => judged.has(id));
  const hasSections = [...judged.values()].some(({ sections }) => sections.size > 0);
  const [best] = found;
  const isRightSection = judged.get(best?.id ?? '')?.sections.has(best?.section ?? '') ?? false;
  return {
    ndcg10: discountedGain(found.map(({ id }) => judged.get(id)?.gain ?? 0)) / discountedGain(ideal),
    reciprocalRank10: first < 0 ? 0 : 1 / (first + 1),
    recall100: found.slice(0, 100).filter(({ id }) => judged.has(id)).length / judged.size,
    success1: first === 0 ? 1 : 0,
    section1: hasSections ? Number(isRightSection) : undefined,
  };
}

function discountedGain(gains: readonly number[]): number {
  return gains.slice(0, 10).reduce((sum, gain, at) => sum + gain / Math.log2(at + 2), 0);
}

const shuffles = 10_000;

/**
 * How likely two engines differ by chance: the share of random swaps of their values, question by question, that give
 * at least the difference that was found (two-sided paired randomisation; the same seed each time).
 */
export function compare(ours: readonly number[], theirs: readonly number[]): number {
  const differences = ours.map((value, at) => value - (theirs[at] ?? 0)).filter((difference) => difference !== 0);
  const seen = Math.abs(differences.reduce((sum, difference) => sum + difference, 0));
  const random = createRandom(3);
  let asLarge = 0;
  for (let round = 0; round < shuffles; round++) {
    let sum = 0;
    for (const difference of differences) sum += random() < 0.5 ? difference : -difference;
    if (Math.abs(sum) >= seen - 1e-9) asLarge += 1;
  }
  return (asLarge + 1) / (shuffles + 1);
}

/**
 * The interval that holds the mean difference of two engines in 95 % of bootstrap samples of the questions; the same
 * seed each time.
 */
export function boundDifference(ours: readonly number[], theirs: readonly number[]): [low: number, high: number] {
  const differences = ours.map((value, at) => value - (theirs[at] ?? 0));
  const random = createRandom(4);
  const means = Float64Array.from({ length: shuffles }, () => {
    let sum = 0;
    for (let drawn = 0; drawn < differences.length; drawn++)
      sum += differences[Math.floor(random() * differences.length)] ?? 0;
    return sum / differences.length;
  }).sort();
  return [means[Math.floor(shuffles * 0.025)] ?? 0, means[Math.floor(shuffles * 0.975)] ?? 0];
}
