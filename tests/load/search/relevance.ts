/** How good one answer is: `found` are ids, best first, `gains` what each relevant document is worth. */
export interface Relevance {
  /** With linear gain, over the first 10, as trec_eval's ndcg_cut_10. */
  ndcg10: number;
  /** One over the rank of the first relevant document among the first 10, else 0. */
  reciprocalRank10: number;
  recall100: number;
}

export function judge(found: readonly string[], gains: ReadonlyMap<string, number>): Relevance {
  const ideal = [...gains.values()].sort((a, b) => b - a);
  const first = found.slice(0, 10).findIndex((id) => gains.has(id));
  return {
    ndcg10: discountedGain(found.map((id) => gains.get(id) ?? 0)) / discountedGain(ideal),
    reciprocalRank10: first < 0 ? 0 : 1 / (first + 1),
    recall100: found.slice(0, 100).filter((id) => gains.has(id)).length / gains.size,
  };
}

function discountedGain(gains: readonly number[]): number {
  return gains.slice(0, 10).reduce((sum, gain, at) => sum + gain / Math.log2(at + 2), 0);
}
