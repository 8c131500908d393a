/** How confident an answer is. `none` has no results unless the caller accepts any score. */
export const confidences = ['none', 'weak', 'likely', 'sure'] as const;
export type Confidence = (typeof confidences)[number];

/** Whether a first hit is more likely right than not. */
export function isCertain(confidence: Confidence): boolean {
  return confidence === 'sure' || confidence === 'likely';
}

/** Properties of an answer's first hit. */
export interface Signals {
  /** Share of the question's weight, 0 to 1. */
  share: number;
  /**
   * How many different words of the question it has, in its section or its head; of a word of several terms (`IL-10`),
   * the share that it has.
   */
  found: number;
  /** How far the fifth hit is behind, 0 to 1; 1 when there is none. */
  lead: number;
}

/**
 * Fitted to the first hits of 3,181 questions to four collections, complete and split into libraries of twenty
 * articles; half of the questions are about something the library does not cover (docs/decisions/search-engine.md, "How
 * sure an answer is").
 */
const fitted = { base: -1.87, share: 2.14, smallShare: 0.02, found: 1.64, lead: 2.72 } as const;
/** The minimum probability of a correct answer for each level. */
const least: Record<Exclude<Confidence, 'none'>, number> = { sure: 0.75, likely: 0.5, weak: 0.02 };

/** How likely a first hit is right, 0 to 1. */
export function estimateChance({ share, found, lead }: Signals): number {
  const { base, smallShare, ...weights } = fitted;
  const evidence =
    base + weights.share * Math.log(share + smallShare) + weights.found * Math.log1p(found) + weights.lead * lead;
  return 1 / (1 + Math.exp(-evidence));
}

export function judgeConfidence(signals: Signals): Confidence {
  const chance = estimateChance(signals);
  const confidence = confidences.findLast((name) => name === 'none' || chance >= least[name]) ?? 'none';
  // One word proves nothing when the greater part of the question is unknown: "the plot of Hamlet".
  const isOneOfMany = signals.found <= 1 && signals.share < 0.5;
  return isCertain(confidence) && isOneOfMany ? 'weak' : confidence;
}
