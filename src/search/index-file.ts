import { createHash } from 'node:crypto';
import { analyse } from './analyse.ts';
import type { Searchable } from './engine.ts';
import { settings } from './settings.ts';
import { stopWords } from './stop-words.ts';

/**
 * A built index: plain JSON. `articles` are the texts as given (filters, snippets), the rest is derived from them.
 * An article takes one entry for title, description, tags and authors, then one for each section, numbered through.
 */
export interface SearchIndexFile {
  format: 1;
  /** What `analyserHash` gave at build time. */
  analyser: string;
  /** `sha-256=<hex>` of the articles. */
  contentHash: string;
  /** All terms, sorted, one a line. */
  terms: string;
  /** FlexSearch's posting lists in the order of `terms`; see `postings.ts`. */
  postings: string;
  /** The characteristic terms of each entry; see `keywords.ts`. */
  keywords: string;
  articles: Searchable[];
}

const probe = `Don't re-heat Müller's IL-10 or TNF-α: which running studies' organisations (H3K4me3) generalised 北京大学?`;

/** `sha-256=<hex>` of everything that decides which terms and slots a text gets: an index is only good with its own. */
export function analyserHash(): string {
  return sha256(JSON.stringify([settings, [...stopWords], analyse(probe)]));
}

export function sha256(text: string): string {
  return `sha-256=${createHash('sha256').update(text).digest('hex')}`;
}

/** @throws Error when the index was built by another analyser or with other weights. */
export function refuseForeign(file: { analyser: string }): void {
  if (file.analyser === analyserHash()) return;
  throw new Error('The search index was built by another version of the analyser: build it again (npm run build).');
}
