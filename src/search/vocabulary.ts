import { type IndexBlocks, openTextLines, packTextLines, toBytes } from './index-file.ts';
import { createTextNumbers, hashTexts } from './text-numbers.ts';

/** Packs terms in the order of their numbers. */
export function packTerms(terms: readonly string[]): [string, Uint8Array][] {
  return [...packTextLines('terms', terms), ['termHashes', toBytes(hashTexts(terms))]];
}

/** Opens the output of `packTerms`. */
export function openTerms(blocks: IndexBlocks) {
  const known = createTextNumbers();
  const hashes = blocks.numbers('termHashes');
  for (let at = 0; 2 * at < hashes.length; at += 1) known.numberOf(hashes, at);
  return {
    numberOf: (term: string) => known.find(hashTexts([term]), 0),
    textOf: openTextLines(blocks, 'terms'),
    /** The numbers of the terms of a part, by its own numbers. */
    numberAll({ numbers }: Pick<IndexBlocks, 'numbers'>): Uint32Array {
      const own = numbers('termHashes');
      return Uint32Array.from({ length: own.length / 2 }, (_, at) => known.find(own, at) ?? 0);
    },
  };
}
