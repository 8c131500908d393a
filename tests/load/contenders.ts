import { median } from './serve-process.ts';

/** One way to do the same thing. */
export interface Contender {
  name: string;
  /** @returns operations a second */
  run: () => Promise<number>;
}

const rounds = 5;

/**
 * Runs all by turns, in reversed order every second round, and prints the median of each and its ratio to the first.
 */
export async function compare(title: string, contenders: readonly Contender[]): Promise<void> {
  const rates = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const { name, run } of round % 2 ? contenders.toReversed() : contenders) rates.get(name)?.push(await run());
  }
  console.log(`\n${title}`);
  const medians = [...rates].map(([name, all]) => ({ name, rate: median(all) }));
  const baseline = medians[0]?.rate ?? 1;
  for (const { name, rate } of medians) {
    console.log(
      `  ${name.padEnd(36)} ${Math.round(rate).toLocaleString('en').padStart(12)}/s  x${(rate / baseline).toFixed(2)}`,
    );
  }
}

/** @returns operations a second, with `lanes` of them waiting at any moment */
export async function inFlight(lanes: number, count: number, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let done = 0; done < count / lanes; done++) await work();
    }),
  );
  return rateOf(count, startedAt);
}

export async function repeat(count: number, work: (index: number) => unknown): Promise<number> {
  const startedAt = performance.now();
  for (let index = 0; index < count; index++) work(index);
  return rateOf(count, startedAt);
}

function rateOf(count: number, startedAt: number): number {
  return (count * 1_000) / (performance.now() - startedAt);
}
