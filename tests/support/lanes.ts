import { randomInt } from 'node:crypto';
import fc from 'fast-check';

/**
 * Tries a property so many times, in several lanes at once, each with a seed of its own: a service is slow to one
 * caller and fast to eight, and what fails is still shrunk alone. The seed is printed, and `FUZZ_SEED` repeats it.
 */
export async function tryInLanes<Value>(
  about: { runs: number; lanes?: number; name: string; interruptAfterMs: number },
  values: fc.Arbitrary<Value>,
  property: (lane: number) => (value: Value) => Promise<void>,
): Promise<void> {
  const { runs, lanes = 8, name, interruptAfterMs } = about;
  const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 30));
  process.stdout.write(`${name}: ${runs} runs, FUZZ_SEED=${seed}\n`);
  await Promise.all(
    Array.from({ length: lanes }, (_, lane) =>
      fc.assert(fc.asyncProperty(values, property(lane)), {
        seed: seed + lane,
        numRuns: Math.ceil(runs / lanes),
        interruptAfterTimeLimit: interruptAfterMs,
        markInterruptAsFailure: true,
      }),
    ),
  );
}
