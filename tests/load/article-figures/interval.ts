/** Numbers from 0 to 1 that are the same in every run (xorshift of 32 bits). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

export interface Interval {
  value: number;
  low: number;
  high: number;
}

/**
 * A value computed from a sample and its 95 % interval by the percentile bootstrap: the sample is drawn again from
 * itself, with repetition, and the value computed each time.
 * @param sample what was drawn independently, one entry each
 */
export function bootstrap<Entry>(
  sample: readonly Entry[],
  compute: (drawn: readonly Entry[]) => number,
  { rounds = 10_000, seed = 20_261_122 }: { rounds?: number; seed?: number } = {},
): Interval {
  const random = createRandom(seed);
  const values = Array.from({ length: rounds }, () =>
    compute(sample.flatMap(() => sample[Math.floor(random() * sample.length)] ?? [])),
  ).toSorted((a, b) => a - b);
  const at = (share: number) => values[Math.floor(share * (rounds - 1))] ?? Number.NaN;
  return { value: compute(sample), low: at(0.025), high: at(0.975) };
}

/** The 95 % interval of a share of a random sample (Wilson 1927). */
export function wilson(hits: number, all: number): Interval {
  const z = 1.96;
  const share = hits / all;
  const middle = share + (z * z) / (2 * all);
  const half = z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all));
  const scale = 1 + (z * z) / all;
  return { value: share, low: Math.max(0, (middle - half) / scale), high: (middle + half) / scale };
}

/**
 * The 95 % interval of the difference of two shares of independent samples, the first less the second (Newcombe 1998,
 * method 10).
 */
export function compareShares(first: Interval, second: Interval): Interval {
  const value = first.value - second.value;
  return {
    value,
    low: value - Math.hypot(first.value - first.low, second.high - second.value),
    high: value + Math.hypot(first.high - first.value, second.value - second.low),
  };
}

/** `64.2 % (60.1 to 68.0)`. */
export function sayPercent({ value, low, high }: Interval): string {
  const say = (share: number) => (share * 100).toFixed(1);
  return `${say(value)} % (${say(low)} to ${say(high)})`;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
