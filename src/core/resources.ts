import type { Urls } from '../contract/urls.ts';
import type { PublicLibrary } from '../library/library.ts';
import type { Publication } from '../library/publication-settings.ts';
import type { Completer, SearchEngine } from '../search/engine.ts';
import type { QuoteIndex } from '../search/quote-index.ts';
import type { Store } from '../store/store.ts';
import type { ArticleSearch } from './article-search.ts';

/** Everything that core needs from outside. No code below reads a clock, a file or the environment. */
export interface Resources {
  publication: Publication;
  urls: Urls;
  /** Pages and price list. For articles ask `catalogue`. */
  library: PublicLibrary;
  /** `open` and `docs` index public text only; `paid` indexes full texts, for callers with `articles:read`. */
  search: { open: ArticleSearch; paid: ArticleSearch; docs: SearchEngine };
  /** Where quotes are: `public` knows the public text of every version, `paid` the complete text of the paid ones. */
  quotes: { public: QuoteIndex; paid: QuoteIndex };
  /** Completes what a reader types: public names only, including those of scheduled articles. */
  completer: Completer;
  store: Store;
  /** Epoch milliseconds. */
  now(): number;
  /** Cryptographically random bytes. */
  randomBytes(length: number): Uint8Array;
  log: Log;
}

export interface Log {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}
