import { impactOfSlot } from './impact.ts';
import { settings } from './settings.ts';
import { createVarintReader, createVarintWriter } from './varints.ts';

const perEntry = settings.feedback.keywords;

/** A characteristic term of an entry: its place in the sorted term list and the impact it has there. */
export interface Keyword {
  term: number;
  impact: number;
}

/** Packs the characteristic terms of entries, one entry after the other. */
export interface KeywordPacker {
  /** A term of the entry at hand, once each: its place among the sorted terms, its slot, its tf-idf. */
  offer(term: number, slot: number, value: number): void;
  endEntry(): void;
  bytes(): Uint8Array;
}

/**
 * Keeps the terms with the highest tf-idf of each entry: for each entry their number, then for each
 * `gap to the last term * slots + slot`.
 */
export function createKeywordPacker(): KeywordPacker {
  const writer = createVarintWriter();
  const values = new Float64Array(perEntry);
  const codes = new Float64Array(perEntry);
  let held = 0;
  let weakest = 0;

  return {
    offer(term, slot, value) {
      if (held === perEntry && value <= (values[weakest] ?? 0)) return;
      const place = held < perEntry ? held++ : weakest;
      values[place] = value;
      codes[place] = term * settings.slots + slot;
      if (held === perEntry) weakest = findWeakest();
    },
    endEntry() {
      writer.write(held);
      let last = 0;
      for (const code of codes.subarray(0, held).sort()) {
        writer.write(code - last * settings.slots);
        last = Math.floor(code / settings.slots);
      }
      held = 0;
    },
    bytes: writer.bytes,
  };

  function findWeakest(): number {
    let least = 0;
    for (let at = 1; at < perEntry; at++) if ((values[at] ?? 0) < (values[least] ?? 0)) least = at;
    return least;
  }
}

/** Opens what `KeywordPacker` packed: gives the keywords of an entry. */
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
