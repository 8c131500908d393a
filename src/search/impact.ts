import { settings } from './settings.ts';

const { saturation, lengthShare, slotFrequencies } = settings;

/** FlexSearch's posting list of one term: entry numbers (its type allows text as well) by slot, the strongest slot first. */
export type Slots = readonly (readonly (number | string)[])[];

/**
 * What a length holds against a text: its share of BM25's saturation.
 * @param relativeLength length over the average length
 */
export function dampingOf(relativeLength: number): number {
  return saturation * (1 - lengthShare + lengthShare * relativeLength);
}

/** BM25F impact of a term, without idf: 0 for a term that is not there, towards 1 for one that fills the text. */
export function impactOf(frequency: number, damping: number): number {
  return frequency / (frequency + damping);
}

/** The FlexSearch slot (0 is best) of a field-weighted frequency of 1 or more. */
export function slotOf(frequency: number): number {
  return slotFrequencies.findIndex((least) => frequency >= least);
}

/** The frequency a slot stands for. */
export function frequencyOfSlot(slot: number): number {
  return slotFrequencies[slot] ?? 0;
}

/** Robertson and Sparck Jones' weight of a term found in `matches` of `total`; never negative. */
export function inverseFrequency(matches: number, total: number): number {
  return Math.log(1 + (total - matches + 0.5) / (matches + 0.5));
}
