import type { components, paths } from './contract.ts';
import { signPayment, type Wallet } from './payment.ts';
import { isTextOf, type Receipt, verifyJws } from './receipt.ts';

export type { Signer, Wallet } from './payment.ts';
export type { Receipt } from './receipt.ts';

type Schemas = components['schemas'];
type Query<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Values } } }
  ? NonNullable<Values>
  : never;

export type Article = Schemas['Article'];
export type ArticleSummary = Schemas['ArticleSummary'];
export type ArticleChange = Schemas['ArticleChange'];
export type VerifiedQuote = Schemas['VerifiedQuote'];
export type AskResponse = Schemas['AskResponse'];

/** The service returned an error; `code` is one of the contract, and `body` the response. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: Schemas['ErrorObject']['code'] | undefined;
  readonly body: unknown;

  constructor(status: number, body: Partial<Schemas['Error']> | undefined) {
    super(body?.error?.message ?? `The service returned ${status}.`);
    this.name = 'ApiError';
    this.status = status;
    this.code = body?.error?.code;
    this.body = body;
  }
}

export interface ClientOptions {
  /** URL of the publication, without a path. */
  baseUrl: string;
  /** A key of `subscribe`, or an OAuth access token. */
  key?: string;
  /** Pays for articles that the key does not open; without it a 402 is an `ApiError`. */
  wallet?: Wallet;
  fetch?: typeof globalThis.fetch;
}

/** A client of one publication. Every method throws `ApiError` for an error response. */
export function createClient({ baseUrl, key, wallet, fetch = globalThis.fetch }: ClientOptions) {
  const authorization: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};

  /** Sends one request; the path is one of the contract. */
  function send(url: URL, init: { method?: string; body?: unknown; headers?: Record<string, string> } = {}) {
    const { method = 'GET', body, headers } = init;
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    return fetch(url, {
      method,
      headers: { accept: 'application/json', ...authorization, ...type, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  function at<Path extends keyof paths>(path: Path, query: Readonly<Record<string, unknown>> = {}, slug = ''): URL {
    const url = new URL(path.replace('{slug}', encodeURIComponent(slug)), baseUrl);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    return url;
  }

  async function readJson<Body>(response: Response): Promise<Body> {
    const body = await response.json().catch(() => undefined);
    if (!response.ok) throw new ApiError(response.status, body);
    return body;
  }

  return {
    /** Gets a demo key; nothing is paid. */
    async subscribe(): Promise<Schemas['SubscribeResponse']> {
      return readJson(await send(at('/api/v1/agent/subscribe'), { method: 'POST' }));
    },

    /** Reads an article, or one of its sections, and pays for it when it has to and `wallet` allows it. */
    async read(slug: string, query: Query<'/api/v1/articles/{slug}'> = {}): Promise<Article> {
      const url = at('/api/v1/articles/{slug}', query, slug);
      const response = await send(url);
      const challenge = response.headers.get('payment-required');
      if (response.status !== 402 || !wallet || challenge === null) return readJson(response);
      const payment = await signPayment(challenge, wallet);
      if (payment === undefined) return readJson(response);
      return readJson(await send(url, { headers: { 'payment-signature': payment } }));
    },

    /** Lists articles, page after page. */
    async *list(query: Query<'/api/v1/articles'> = {}): AsyncGenerator<ArticleSummary, void> {
      let next: URL | undefined = at('/api/v1/articles', query);
      while (next) {
        const { data, pagination }: Schemas['PaginatedArticles'] = await readJson(await send(next));
        yield* data;
        next = pagination.next ? new URL(pagination.next) : undefined;
        // The key is for this publication alone.
        if (next && next.origin !== new URL(baseUrl).origin) throw new Error(`The next page is elsewhere: ${next}`);
      }
    },

    /**
     * Follows changes until now.
     * @param since the cursor that the last call returned; without it, from the beginning
     */
    async *changes(since?: string): AsyncGenerator<ArticleChange, string> {
      let cursor = since;
      for (;;) {
        const page: Schemas['ArticleChanges'] = await readJson(await send(at('/api/v1/changes', { since: cursor })));
        yield* page.data;
        cursor = page.cursor;
        if (!page.has_more) return cursor;
      }
    },

    async ask(query: string, options: Omit<Query<'/ask'>, 'query'> = {}): Promise<AskResponse> {
      return readJson(await send(at('/ask', { ...options, query })));
    },

    /** Checks up to 20 quotes. */
    async verifyQuotes(quotes: Schemas['VerifyRequest']['quotes']): Promise<VerifiedQuote[]> {
      const response = await send(at('/api/v1/verify'), { method: 'POST', body: { quotes } });
      const { data }: Schemas['VerifyResponse'] = await readJson(response);
      return data;
    },

    /**
     * Verifies the signature of a receipt and, when a text is given, that it is the text of the receipt.
     * @throws Error that says what is wrong
     */
    async verifyReceipt(receipt: string, markdown?: string): Promise<Receipt> {
      const { keys }: { keys: JsonWebKey[] } = await readJson(await send(new URL('/agent/auth/jwks.json', baseUrl)));
      const verified = await verifyJws(receipt, keys);
      if (verified.iss !== new URL(baseUrl).origin) throw new Error(`The receipt is of ${verified.iss}.`);
      if (markdown !== undefined && !(await isTextOf(verified, markdown)))
        throw new Error('The receipt is of another text.');
      return verified;
    },
  };
}
