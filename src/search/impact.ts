import { settings } from './settings.ts';

/** FlexSearch's posting list of one term: entry numbers (its type allows text as well) by slot, the strongest slot first. */
export type Slots = readonly (readonly (number | string)[])[];

/**
 * BM25F impact of a term in one entry, without idf: 0 for a term that is not there, towards 1 for one that fills it.
 * @param frequency field-weighted occurrences
 * @param relativeLength length of the entry over the average length
 */
export function impactOf(frequency: number, relativeLength: number): number {
  const { saturation, lengthShare } = settings;
  return frequency / (frequency + saturation * (1 - lengthShare + lengthShare * relativeLength));
}

/** The FlexSearch slot (0 is best) that stands for an impact. */
export function slotOf(impact: number): number {
  return Math.max(0, Math.ceil(settings.slots * (1 - impact)) - 1);
}

/** The impact a slot stands for: the middle of its range. */
export function impactOfSlot(slot: number): number {
  return 1 - (slot + 0.5) / settings.slots;
}

/** Robertson and Sparck Jones' weight of a term found in `matches` of `total` articles; never negative. */
export function inverseFrequency(matches: number, total: number): number {
  return Math.log(1 + (total - matches + 0.5) / (matches + 0.5));
}
