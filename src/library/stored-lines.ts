import { crc32 } from 'node:zlib';
import type { BodyWriter, TextSource } from './body-file.ts';
import { createMemo } from './memo.ts';

/** Where lines of JSON are in a file of texts, one after the other. */
export interface LinePlaces {
  start: number;
  lengths: number[];
  /** CRC-32 of each line: it detects damage on the disk, not forgery. */
  checks: number[];
}

/** Parsed lines in memory: a kilobyte each. */
const cachedLines = 5_000;

export function writeLines(values: Iterable<unknown>, writer: Pick<BodyWriter, 'addText'>): LinePlaces {
  const places: LinePlaces = { start: 0, lengths: [], checks: [] };
  for (const value of values) {
    const text = `${JSON.stringify(value)}\n`;
    const [at, length] = writer.addText(text);
    if (places.lengths.length === 0) places.start = at;
    places.lengths.push(length);
    places.checks.push(crc32(text));
  }
  return places;
}

/**
 * Opens the output of `writeLines`: each line is read when it is requested, and some are remembered.
 * @returns throws an error when the file is damaged
 */
export function openLines<Value extends object>(
  { start, lengths, checks }: LinePlaces,
  texts: TextSource,
): (number: number) => Value {
  const starts = new Float64Array(lengths.length);
  const sizes = Uint32Array.from(lengths);
  const sums = Uint32Array.from(checks);
  let end = start;
  for (const [number, size] of sizes.entries()) {
    starts[number] = end;
    end += size;
  }
  return createMemo({
    max: cachedLines,
    make(number): Value {
      const line = texts.read(starts[number] ?? 0, sizes[number] ?? 0);
      if (crc32(line) !== sums[number]) throw texts.report('was changed');
      return JSON.parse(line.toString());
    },
  });
}
