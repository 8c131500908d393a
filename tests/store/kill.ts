import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * Reads the keys a writer acknowledges line by line and runs `kill` when there are `enough`.
 *
 * @returns every acknowledged key, those that came in while it was dying too
 */
export async function collectUntilKilled(
  writer: ChildProcessWithoutNullStreams,
  enough: number,
  kill: () => void = () => writer.kill('SIGKILL'),
): Promise<string[]> {
  const acknowledged: string[] = [];
  const exit = once(writer, 'exit');
  writer.stderr.pipe(process.stderr); // why a writer ended early
  for await (const line of createInterface(writer.stdout)) {
    acknowledged.push(line);
    if (acknowledged.length === enough) kill();
  }
  await exit;
  return acknowledged;
}
