import { impactOfSlot, inverseFrequency, type Slots } from './impact.ts';
import { settings } from './settings.ts';
import { varintReader, varintWriter } from './varints.ts';

/** A characteristic term of an entry: its place in the sorted term list and the slot it has there. */
export interface Keyword {
  term: number;
  slot: number;
}

/** The terms with the highest tf-idf of each entry, packed; each is `gap to the last term * slots + slot`. */
export function packKeywords(lists: readonly Slots[], entryCount: number, articleCount: number): string {
  const best = Array.from({ length: entryCount }, (): (Keyword & { value: number })[] => []);
  lists.forEach((slots, term) => {
    const matches = slots.reduce((sum, entries) => sum + entries.length, 0);
    const idf = inverseFrequency(Math.min(matches, articleCount), articleCount);
    slots.forEach((entries, slot) => {
      const value = idf * impactOfSlot(slot);
      for (const entry of entries) keep(best[Number(entry)] ?? [], { term, slot, value });
    });
  });
  const { write, toBase64 } = varintWriter();
  for (const keywords of best) {
    write(keywords.length);
    let last = 0;
    for (const { term, slot } of keywords.sort((a, b) => a.term - b.term)) {
      write((term - last) * settings.slots + slot);
      last = term;
    }
  }
  return toBase64();
}

function keep<T extends { value: number }>(list: T[], candidate: T): void {
  if (list.length < settings.feedback.keywords) {
    list.push(candidate);
    return;
  }
  let weakest = 0;
  for (let at = 1; at < list.length; at++) if ((list[at]?.value ?? 0) < (list[weakest]?.value ?? 0)) weakest = at;
  if (candidate.value > (list[weakest]?.value ?? 0)) list[weakest] = candidate;
}

/** Gives the keywords of an entry out of two flat arrays. */
export function unpackKeywords(packed: string, entryCount: number): (entry: number) => Keyword[] {
  const read = varintReader(packed);
  const starts = new Uint32Array(entryCount + 1);
  const flat = new Uint32Array(entryCount * settings.feedback.keywords);
  let length = 0;
  for (let entry = 0; entry < entryCount; entry++) {
    starts[entry] = length;
    let term = 0;
    for (let left = read(); left > 0; left--) {
      const code = read();
      term += Math.floor(code / settings.slots);
      flat[length++] = term * settings.slots + (code % settings.slots);
    }
  }
  starts[entryCount] = length;
  return (entry) =>
    Array.from(flat.subarray(starts[entry], starts[entry + 1]), (code) => ({
      term: Math.floor(code / settings.slots),
      slot: code % settings.slots,
    }));
}
