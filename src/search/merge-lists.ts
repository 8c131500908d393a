import type { IndexBlocks } from './index-file.ts';
import { toPosting } from './inverted-index.ts';

/** Numbers of lists that are merged at a time: 32 MB. */
const mergedNumbers = 8_000_000;

/** The lists of a segment. */
interface SegmentLists extends Pick<IndexBlocks, 'numbers'> {
  /** The index's number of each term of the segment. */
  termNumbers: Uint32Array;
  starts: { entries: number };
}

/** Merges the lists of so many terms at a time as fit into memory. */
export function* mergeLists(segments: readonly SegmentLists[], lengths: Uint32Array) {
  for (let end = 0; end < lengths.length; ) {
    const start = end;
    let total = 0;
    while (end < lengths.length && (end === start || total + (lengths[end] ?? 0) <= mergedNumbers))
      total += lengths[end++] ?? 0;
    yield { terms: { start, end }, lists: mergeRange(segments, { start, lengths: lengths.subarray(start, end) }) };
  }
}

/** Merges the lists of terms from `start` on. */
function mergeRange(
  segments: readonly SegmentLists[],
  { start, lengths }: { start: number; lengths: Uint32Array },
): Uint32Array {
  /** Where the next postings of each term go. */
  const places = new Uint32Array(lengths.length);
  let total = 0;
  for (const [term, length] of lengths.entries()) {
    places[term] = total;
    total += length;
  }
  const merged = new Uint32Array(total);
  for (const { numbers, termNumbers, starts } of segments) {
    const own = numbers('lengths');
    const lists = numbers('lists');
    const moved = toPosting(starts.entries);
    let at = 0;
    for (const [number, term] of termNumbers.entries()) {
      const end = at + (own[number] ?? 0);
      let place = places[term - start];
      if (place === undefined) {
        at = end;
        continue;
      }
      while (at < end) merged[place++] = (lists[at++] ?? 0) + moved;
      places[term - start] = place;
    }
  }
  return merged;
}
