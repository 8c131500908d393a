import { cpus, totalmem } from 'node:os';

/** One line that says on what a figure was measured: processor, cores, memory, Node version. */
export function describeMachine(): string {
  const cores = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${cores.length} x ${cores[0]?.model ?? 'unknown processor'}, ${gigabytes} GB, Node ${process.versions.node}`;
}

/** Middle value of a non-empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
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
