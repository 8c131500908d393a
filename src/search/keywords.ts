import { impactOfSlot, type Slots } from './impact.ts';
import { settings } from './settings.ts';
import { createVarintReader, createVarintWriter } from './varints.ts';

const perEntry = settings.feedback.keywords;

/** A characteristic term of an entry: its place in the sorted term list and the impact it has there. */
export interface Keyword {
  term: number;
  impact: number;
}

/**
 * Packs the terms with the highest tf-idf of each entry: for each entry their number, then for each
 * `gap to the last term * slots + slot`.
 */
export function packKeywords(lists: readonly Slots[], idf: ArrayLike<number>, entryCount: number): Uint8Array {
  const values = new Float32Array(entryCount * perEntry);
  const codes = new Float64Array(entryCount * perEntry);
  const weakest = new Uint8Array(entryCount);
  lists.forEach((slots, term) => {
    slots.forEach((entries, slot) => {
      const value = (idf[term] ?? 0) * impactOfSlot(slot);
      for (const entry of entries) keep(Number(entry), value, term * settings.slots + slot);
    });
  });
  const writer = createVarintWriter();
  for (let entry = 0; entry < entryCount; entry++) {
    const start = entry * perEntry;
    const kept = codes.subarray(start, start + perEntry).filter((_, at) => (values[start + at] ?? 0) > 0);
    writer.write(kept.length);
    let last = 0;
    for (const code of kept.sort()) {
      writer.write(code - last * settings.slots);
      last = Math.floor(code / settings.slots);
    }
  }
  return writer.bytes();

  function keep(entry: number, value: number, code: number): void {
    const start = entry * perEntry;
    const place = start + (weakest[entry] ?? 0);
    if (value <= (values[place] ?? 0)) return;
    values[place] = value;
    codes[place] = code;
    let least = 0;
    for (let at = 1; at < perEntry; at++) if ((values[start + at] ?? 0) < (values[start + least] ?? 0)) least = at;
    weakest[entry] = least;
  }
}

/** Opens what `packKeywords` packed: gives the keywords of an entry. */
export function openKeywords(packed: Uint8Array, entryCount: number): (entry: number) => Keyword[] {
  const { read, seek, position } = createVarintReader(packed);
  const starts = new Uint32Array(entryCount);
  for (let entry = 0; entry < entryCount; entry++) {
    starts[entry] = position();
    for (let left = read(); left > 0; left--) read();
  }
  return (entry) => {
    seek(starts[entry] ?? packed.length);
    let term = 0;
    return Array.from({ length: read() }, () => {
      const code = read();
      term += Math.floor(code / settings.slots);
      return { term, impact: impactOfSlot(code % settings.slots) };
    });
  };
}
