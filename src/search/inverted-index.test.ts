import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openBlocks } from './index-file.ts';
import { entryOf, findPlace, frequencyOf, hasEntry, openTerms, toPosting } from './inverted-index.ts';
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

it('finds each term of a block by its letters, and no other', () => {
  const term = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }).filter((text) => !text.includes('\n'));
  fc.assert(
    fc.property(fc.uniqueArray(term), term, (all, other) => {
      const block = new Map([['terms', Buffer.from(all.join('\n'))]]);
      const terms = openTerms(
        openBlocks((name) => block.get(name) ?? new Uint8Array()),
        {
          name: 'terms',
          count: all.length,
        },
      );
      expect(all.map((each) => terms.numberOf(each))).toEqual([...all.keys()]);
      expect(terms.numberOf(other) ?? -1).toBe(all.indexOf(other));
    }),
  );
});
