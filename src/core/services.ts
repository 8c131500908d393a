import type { Urls } from '../contract/urls.ts';
import type { PublicLibrary } from '../library/library.ts';
import type { Publication } from '../library/publication-settings.ts';
import type { Completer, SearchEngine } from '../search/engine.ts';
import type { QuoteIndex } from '../search/quote-index.ts';
import type { Store } from '../store/store.ts';
import type { Versions } from './access/article-versions.ts';
import type { Caller } from './access/caller.ts';
import type { Keyring } from './access/keys.ts';
import type { PaidContent } from './access/paid-content.ts';
import type { Catalogue } from './articles.ts';
import type { Receipts } from './evidence/receipts.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { ReleaseNotices } from './release-notices.ts';

/**
 * Everything that core and protocols need from outside, passed in once. No code below reads a clock, a file or the
 * environment.
 */
export interface Services {
  publication: Publication;
  urls: Urls;
  /** Pages and price list. For articles ask `catalogue`. */
  library: PublicLibrary;
  catalogue: Catalogue;
  paidContent: PaidContent;
  versions: Versions;
  /** `open` and `docs` index public text only; `paid` indexes full texts, for callers with `articles:read`. */
  search: { open: SearchEngine; paid: SearchEngine; docs: SearchEngine };
  /** Where quotes are: `public` knows the public text of every version, `paid` the complete text of the paid ones. */
  quotes: { public: QuoteIndex; paid: QuoteIndex };
  /** Completes what a reader types: public names only, including those of scheduled articles. */
  completer: Completer;
  store: Store;
  receipts: Receipts;
  ledger: Ledger;
  /** Changes between the releases that this process serves. */
  notices: ReleaseNotices;
  /** Recognizes the secret of the owner (`core/access/owner.ts`); undefined where none is set. */
  ownerProof: string | undefined;
  /** Makes and verifies demo keys. */
  keyring: Keyring;
  /**
   * Resolves an Authorization header to a caller. Synchronous, except for a token that was not seen recently. Only
   * `Bearer` is a key; any other scheme is anonymous.
   * @param path path of the request: a token that is bound to another resource is invalid there
   */
  identify(authorization: string | null, path: string): Caller | Promise<Caller>;
  /**
   * The name of the agent that signed a request (Web Bot Auth); undefined when the signature is missing or invalid, or
   * when the agent's key directory was not read yet.
   */
  nameAgent(request: SignedRequest): Promise<string | undefined>;
  /** Epoch milliseconds. */
  now(): number;
  /** Cryptographically random bytes. */
  randomBytes(length: number): Uint8Array;
  log: Log;
}

/** A request as far as a signature covers it. */
export interface SignedRequest {
  headers: { get(name: string): string | null; has(name: string): boolean };
  clientAddress: string;
  method?: string;
  /** Path and query. */
  url?: string;
}

export interface Log {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}
