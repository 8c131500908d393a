import fc from 'fast-check';
import { expect, it } from 'vitest';
import { entryOf, findPlace, frequencyOf, hasEntry, toPosting } from './inverted-index.ts';
import { settings } from './ranking-weights.ts';

const { slotFrequencies } = settings;

it('keeps an entry and its frequency in one number', () => {
  for (const [slot, frequency] of slotFrequencies.entries()) {
    const posting = toPosting(134_217_727, slot);
    expect([entryOf(posting), frequencyOf(posting)]).toEqual([134_217_727, frequency]);
  }
});

it('finds any entry of a list, or the next one', () => {
  const list = fc.uniqueArray(fc.nat(60)).map((entries) => entries.sort((a, b) => a - b));
  fc.assert(
    fc.property(list, fc.nat(62), fc.nat(slotFrequencies.length - 1), (entries, entry, slot) => {
      const postings = Uint32Array.from(entries, (each) => toPosting(each, slot));
      expect(findPlace(postings, entry)).toBe(entries.filter((each) => each < entry).length);
      expect(hasEntry(postings, entry)).toBe(entries.includes(entry));
    }),
  );
});
