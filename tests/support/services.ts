import { searchableArticle, searchableDocument, toPaidSearchEntry } from '../../src/build/searchable.ts';
import { createUrls } from '../../src/contract/urls.ts';
import { createVersions } from '../../src/core/access/article-versions.ts';
import { anonymous, type Caller, invalid } from '../../src/core/access/caller.ts';
import { createPaidContent } from '../../src/core/access/paid-content.ts';
import { createCatalogue } from '../../src/core/articles.ts';
import { createSigningKeys } from '../../src/core/authorization/signing-keys.ts';
import { createReceipts } from '../../src/core/evidence/receipts.ts';
import { noLedger } from '../../src/core/ledger/ledger.ts';
import { openArticleSearch } from '../../src/core/question-answering.ts';
import { createReleaseNotices } from '../../src/core/release-notices.ts';
import type { Services } from '../../src/core/services.ts';
import { publication } from '../../src/library/current-publication.ts';
import { openCompletions } from '../../src/search/completions.ts';
import { createQuoteIndex, listRuns, openQuoteIndex } from '../../src/search/quote-index.ts';
import type { Store } from '../../src/store/store.ts';
import { buildCompletions } from './completions.ts';
import { createTestKeyring } from './keyring.ts';
import { makeLibrary } from './library.ts';
import { countingEngine } from './search.ts';

export const testBase = 'https://quire.test';

/**
 * Services over the small library of library.ts, with a clock that stands at 2026-11-20 unless given.
 * `identify` knows the keys in `callers` (Bearer value to caller); any other Bearer is invalid.
 */
export function createTestServices(options: {
  store: Store;
  now?: () => number;
  callers?: Record<string, Caller>;
  baseUrl?: string;
}): Services {
  const { store, now = () => Date.UTC(2026, 10, 20), callers = {}, baseUrl = testBase } = options;
  const { open, sold } = makeLibrary(baseUrl);
  const soldBySlug = new Map(sold.articles.map((article) => [article.slug, article]));
  let seed = 0;
  const urls = createUrls(baseUrl);
  const seal = { close: async (plain: string) => plain, open: async (sealed: string) => sealed };
  const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const signingKeys = createSigningKeys({ store, seal, now, randomBytes });
  const catalogue = createCatalogue(open, now);
  const whole = open.articles.map((article) => toPaidSearchEntry(article, soldBySlug.get(article.slug)));
  return {
    publication,
    urls,
    receipts: createReceipts({ publication, library: open, urls, now }, signingKeys),
    library: open,
    catalogue,
    paidContent: createPaidContent(sold),
    versions: createVersions(new Map(), () => Promise.reject(new Error('There are present texts alone.')), urls),
    search: {
      open: openArticleSearch(countingEngine(open.articles.map(searchableArticle)), catalogue),
      paid: openArticleSearch(countingEngine(whole), catalogue),
      docs: countingEngine(open.pages.map(searchableDocument)),
    },
    quotes: {
      public: indexQuotes(open.articles.map(({ body }) => body.markdown)),
      paid: indexQuotes(open.articles.map(({ slug }) => soldBySlug.get(slug)?.body.markdown ?? '')),
    },
    completer: openCompletions(buildCompletions(open.articles, open.glossary)),
    store,
    ledger: noLedger,
    notices: createReleaseNotices(),
    nameAgent: async () => undefined,
    ownerProof: undefined,
    keyring: createTestKeyring(),
    identify(authorization) {
      const bearer = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
      if (!bearer) return anonymous;
      return callers[bearer] ?? invalid;
    },
    now,
    randomBytes(length) {
      seed += 1;
      return Uint8Array.from({ length }, (_, index) => (seed * 31 + index * 7) % 256);
    },
    log: { info() {}, warn() {}, error() {} },
  };
}

function indexQuotes(texts: readonly string[]) {
  const bytes = Buffer.concat(createQuoteIndex(() => texts.map((text) => listRuns(text))));
  return openQuoteIndex([(start, length) => bytes.subarray(start, start + length)]);
}
