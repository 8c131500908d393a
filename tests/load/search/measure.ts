import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** What is in use after a full garbage collection: the heap, and the buffers beside it. */
export function measureMemoryMb(): { heapMb: number; buffersMb: number } {
  // The first one frees the owners of buffers, the second the buffers.
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return { heapMb: heapUsed / 1e6, buffersMb: external / 1e6 };
}

export async function timeMs(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The fastest of three runs, because what else the machine does is not what is measured. */
export async function fastestMs(work: () => unknown): Promise<number> {
  return Math.min(await timeMs(work), await timeMs(work), await timeMs(work));
}

/** The value below which a share of all values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

export function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
