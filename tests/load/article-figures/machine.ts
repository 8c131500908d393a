import { cpus, totalmem } from 'node:os';

/** One line that says on what a figure was measured: processor, cores, memory, Node version. */
export function describeMachine(): string {
  const cores = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${cores.length} x ${cores[0]?.model ?? 'unknown processor'}, ${gigabytes} GB, Node ${process.versions.node}`;
}

/** Middle value of a list, halfway between the two middle ones when there is no single one; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[Math.floor(index)] ?? Number.NaN;
  return (at((sorted.length - 1) / 2) + at(sorted.length / 2)) / 2;
}

/** Processor time of this process so far, user and system, in microseconds. */
export function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Prints a title, the machine, and rows as a table. */
export function report(title: string, rows: readonly Record<string, string | number>[]): void {
  console.log(`${title}\n${describeMachine()}`);
  console.table(rows);
}
