import type { IndexBlocks } from './index-file.ts';
import { toPosting } from './inverted-index.ts';

/** Numbers of lists that are merged at a time: 32 MB. */
const mergedNumbers = 8_000_000;

/** The lists of a part of an index, with the number that each of its terms and its first entry have in the whole. */
interface PartLists extends Pick<IndexBlocks, 'numbers'> {
  termNumbers: Uint32Array;
  firstEntry: number;
}

/**
 * Merges the lists of so many terms at a time as fit into memory.
 * @param ends where the list of each term ends, after those of the terms before it
 * @returns the lists of a range of terms, which begin at `start`
 */
export function* mergeLists(parts: readonly PartLists[], ends: Uint32Array) {
  for (let end = 0; end < ends.length; ) {
    const first = end;
    const start = ends[first - 1] ?? 0;
    while (end < ends.length && (end === first || (ends[end] ?? 0) - start <= mergedNumbers)) end += 1;
    const terms = { start: first, end };
    yield { terms, start, lists: mergeRange(parts, { terms, start, ends }) };
  }
}

function mergeRange(
  parts: readonly PartLists[],
  { terms, start, ends }: { terms: { start: number; end: number }; start: number; ends: Uint32Array },
): Uint32Array {
  /** Where the next postings of each term go. */
  const places = Uint32Array.from(
    { length: terms.end - terms.start },
    (_, at) => (ends[terms.start + at - 1] ?? 0) - start,
  );
  const merged = new Uint32Array((ends[terms.end - 1] ?? 0) - start);
  for (const { numbers, termNumbers, firstEntry } of parts) {
    const own = numbers('listEnds');
    const lists = numbers('lists');
    const moved = toPosting(firstEntry);
    let at = 0;
    for (const [number, term] of termNumbers.entries()) {
      const end = own[number] ?? 0;
      let place = places[term - terms.start];
      if (place === undefined) {
        at = end;
        continue;
      }
      while (at < end) merged[place++] = (lists[at++] ?? 0) + moved;
      places[term - terms.start] = place;
    }
  }
  return merged;
}
