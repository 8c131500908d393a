import { createHash } from 'node:crypto';
import { z } from 'zod';
import { grammarOf } from '../words/grammars.ts';
import { analyse } from './analyse.ts';
import { sentenceKinds } from './sentences.ts';
import { settings } from './settings.ts';

/** What an index is made of: bytes by name. */
export type IndexBlocks = ReadonlyMap<string, Uint8Array>;

const Header = z.object({
  format: z.literal('quire-search-4'),
  /** BCP 47. */
  language: z.string(),
  /** What `analyserHash` gave at build time. */
  analyser: z.string(),
  /** Name and bytes of each block, in the order they follow. */
  blocks: z.array(z.tuple([z.string(), z.number()])),
});

const probe = `Don't re-heat Müller's IL-10 or TNF-α: which running studies' organisations (H3K4me3) generalised 北京大学?`;

/** `sha-256=<hex>` of everything that decides which terms and slots a text gets: an index is only good with its own. */
export function analyserHash(language: string): string {
  const given = JSON.stringify([settings, sentenceKinds, [...grammarOf(language).stopWords], analyse(probe, language)]);
  return `sha-256=${createHash('sha256').update(given).digest('hex')}`;
}

/** @throws Error when the index was built by another analyser or with other weights. */
export function refuseForeign({ analyser, language }: { analyser: string; language: string }): void {
  if (analyser === analyserHash(language)) return;
  throw new Error('The search index was built by another version of the analyser: build it again (npm run build).');
}

/** The file of an index in parts: one line of JSON that says what follows, then the blocks. */
export function encodeIndex(blocks: IndexBlocks, language: string): Uint8Array[] {
  const header = JSON.stringify({
    format: 'quire-search-4',
    language,
    analyser: analyserHash(language),
    blocks: [...blocks].map(([name, { length }]) => [name, length]),
  });
  return [Buffer.from(`${header}\n`), ...blocks.values()];
}

/**
 * Finds the blocks in the bytes of `encodeIndex`, without copying them.
 * @throws Error when another version of the analyser built the index, SyntaxError or ZodError when it is none
 */
export function decodeIndex(bytes: Uint8Array): { blocks: IndexBlocks; language: string } {
  let start = bytes.indexOf(10) + 1;
  const { blocks: sizes, ...header } = Header.parse(JSON.parse(Buffer.from(bytes.subarray(0, start)).toString()));
  refuseForeign(header);
  const blocks = new Map(
    sizes.map(([name, length]) => {
      const block = bytes.subarray(start, start + length);
      start += length;
      return [name, block];
    }),
  );
  return { blocks, language: header.language };
}
