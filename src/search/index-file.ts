import { createHash } from 'node:crypto';
import { z } from 'zod';
import { analyse } from './analyse.ts';
import { settings } from './settings.ts';
import { stopWords } from './stop-words.ts';

const blockNames = ['articles', 'terms', 'directory', 'postings', 'keywords', 'texts'] as const;

/**
 * What an index is made of, as bytes that are used where they lie. `articles` is JSON (facts and headings), `terms` all
 * terms sorted, one a line; `directory`, `postings` (postings.ts) and `keywords` (keywords.ts) are packed numbers;
 * `texts` the text of all entries one after the other.
 */
export type IndexBlocks = Record<(typeof blockNames)[number], Uint8Array>;

const Header = z.object({
  format: z.literal('quire-search-1'),
  /** What `analyserHash` gave at build time. */
  analyser: z.string(),
  /** `sha-256=<hex>` of the articles: of their facts and texts. */
  contentHash: z.string(),
  /** Bytes of each block, in the order they follow. */
  blocks: z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]),
});

const probe = `Don't re-heat Müller's IL-10 or TNF-α: which running studies' organisations (H3K4me3) generalised 北京大学?`;

/** `sha-256=<hex>` of everything that decides which terms and slots a text gets: an index is only good with its own. */
export function analyserHash(): string {
  return sha256([JSON.stringify([settings, [...stopWords], analyse(probe)])]);
}

/** @throws Error when the index was built by another analyser or with other weights. */
export function refuseForeign({ analyser }: { analyser: string }): void {
  if (analyser === analyserHash()) return;
  throw new Error('The search index was built by another version of the analyser: build it again (npm run build).');
}

/** The file of an index in parts: one line of JSON that says what follows, then the blocks. */
export function encodeIndex(blocks: IndexBlocks): Uint8Array[] {
  const parts = blockNames.map((name) => blocks[name]);
  const header = {
    format: 'quire-search-1',
    analyser: analyserHash(),
    contentHash: sha256([blocks.articles, blocks.texts]),
    blocks: parts.map(({ length }) => length),
  };
  return [Buffer.from(`${JSON.stringify(header)}\n`), ...parts];
}

/**
 * Finds the blocks in the bytes of `encodeIndex`, without copying them.
 * @throws Error when another version of the analyser built the index, SyntaxError or ZodError when it is none
 */
export function decodeIndex(bytes: Uint8Array): IndexBlocks {
  let start = bytes.indexOf(10) + 1;
  const { blocks, ...header } = Header.parse(JSON.parse(Buffer.from(bytes.subarray(0, start)).toString()));
  refuseForeign(header);
  const [articles, terms, directory, postings, keywords, texts] = blocks.map((length) => {
    start += length;
    return bytes.subarray(start - length, start);
  });
  const none = new Uint8Array();
  return {
    articles: articles ?? none,
    terms: terms ?? none,
    directory: directory ?? none,
    postings: postings ?? none,
    keywords: keywords ?? none,
    texts: texts ?? none,
  };
}

/** `sha-256=<hex>` of texts, one after the other. */
export function sha256(texts: Iterable<string | Uint8Array>): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  return `sha-256=${hash.digest('hex')}`;
}
