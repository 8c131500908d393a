import { createHash } from 'node:crypto';
import { z } from 'zod';
import { grammarOf } from '../words/grammars.ts';
import { analyse } from './analyse.ts';
import { sentenceKinds } from './sentences.ts';
import { settings } from './settings.ts';

/** What an index is made of, by name. */
export interface IndexBlocks {
  names: readonly string[];
  /** Some bytes of a block, or all of it; empty where there is none. They may be read anew each time. */
  read(name: string, start?: number, end?: number): Uint8Array;
  text(name: string): string;
}

/** Where the bytes of an index are. Reads what there is of so many bytes. */
export type IndexSource = (start: number, length: number) => Uint8Array;

/** An index in memory. */
export function sourceOf(bytes: Uint8Array): IndexSource {
  return (start, length) => bytes.subarray(start, start + length);
}

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
export function encodeIndex(blocks: ReadonlyMap<string, Uint8Array>, language: string): Uint8Array[] {
  const header = JSON.stringify({
    format: 'quire-search-4',
    language,
    analyser: analyserHash(language),
    blocks: [...blocks].map(([name, { length }]) => [name, length]),
  });
  return [Buffer.from(`${header}\n`), ...blocks.values()];
}

const longestHeader = 65_536;

/**
 * Finds the blocks in the bytes of `encodeIndex`; none is read before it is asked for.
 * @throws Error when another version of the analyser built the index, SyntaxError or ZodError when it is none
 */
export function decodeIndex(source: IndexSource): { blocks: IndexBlocks; language: string } {
  const [line = ''] = Buffer.from(source(0, longestHeader)).toString('latin1').split('\n', 1);
  const { blocks, ...header } = Header.parse(JSON.parse(line));
  refuseForeign(header);
  const places = new Map<string, { at: number; length: number }>();
  let at = line.length + 1;
  for (const [name, length] of blocks) {
    places.set(name, { at, length });
    at += length;
  }
  function read(name: string, start = 0, end = Number.POSITIVE_INFINITY): Uint8Array {
    const place = places.get(name) ?? { at: 0, length: 0 };
    return source(place.at + start, Math.min(end, place.length) - start);
  }
  const text = (name: string) => new TextDecoder().decode(read(name));
  const index: IndexBlocks = { names: [...places.keys()], read, text };
  return { blocks: index, language: header.language };
}
