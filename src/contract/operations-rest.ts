import { z } from 'zod';
import type { Operation } from './operation.ts';
import { sandboxScenarios, scenarioHeader } from './sandbox-scenarios.ts';
import { Account, SubscribeRequest, SubscribeResponse } from './schemas-access.ts';
import { Article, PaginatedArticles, Tier, UpdatedSince } from './schemas-articles.ts';
import { ArticleChanges, ChangeCursor } from './schemas-changes.ts';
import { PaymentError } from './schemas-errors.ts';
import { ApiIndex } from './schemas-index.ts';
import { Pricing } from './schemas-payment.ts';

/** Parses text of a URL as an integer; a value above `most` becomes `most`. */
function wholeNumber(most: number) {
  return z
    .string()
    .regex(/^0*[1-9]\d*$/, 'not a whole number of 1 or more')
    .transform((text) => Math.min(Number(text), most))
    .pipe(z.int().min(1).max(most));
}

const maxPerPage = 100;

/** Query of the list (contract.md, Pagination). Unknown parameters are ignored. */
const ListQuery = z.object({
  page: wholeNumber(Number.MAX_SAFE_INTEGER).default(1).meta({ description: 'From 1.' }),
  per_page: wholeNumber(maxPerPage).default(10).meta({ description: 'More than 100 is served as 100.' }),
  tier: z.enum(Tier.options).optional().meta({ description: 'Only free, or only paid articles.' }),
  tag: z.string().min(1).max(64).optional().meta({ description: 'Only articles with this tag, as `tags` writes it.' }),
  updated_since: UpdatedSince.optional().meta({
    description: 'Only articles published or updated on this day or later: a full-date, or a date-time of RFC 3339.',
  }),
});

const ChangesQuery = z.object({
  since: z
    .union([ChangeCursor, ...UpdatedSince.options], {
      error:
        'send the `cursor` of an earlier response, a date (YYYY-MM-DD), a date-time with its offset (RFC 3339), or leave it out to begin at the beginning',
    })
    .optional()
    .meta({
      description: 'The `cursor` of the response before, or a date or date-time. Left out: from the beginning.',
    }),
  limit: wholeNumber(1000)
    .default(100)
    .meta({ description: 'Changes in one response; more than 1,000 counts as 1,000.' }),
});

const CorpusQuery = z.object({
  since: ChangeCursor.optional().meta({
    description: 'The cursor in the `Link` of an earlier response: only what changed after it. Left out: everything.',
  }),
  after: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'Slug of the last complete line that you have: continues an interrupted download.' }),
});

const paymentHeaders = {
  'PAYMENT-SIGNATURE': 'x402 v2: base64 of the payment payload.',
  'X-PAYMENT': 'x402 v1: base64 of the payment payload.',
  'SIGN-IN-WITH-X': 'x402: proof of the wallet that has already paid this article.',
  Prefer: '`receipt` (RFC 7240): a reader with a key, or a wallet that has paid, gets a receipt.',
  [scenarioHeader]: `On the sandbox mirror, for tests, a case to meet: ${Object.keys(sandboxScenarios).join(', ')}.`,
};

/** Receipts of a payment in the request, whether or not it gave access to the article. */
const receipts = {
  'PAYMENT-RESPONSE': 'x402 v2: base64 of the receipt.',
  'X-PAYMENT-RESPONSE': 'x402 v1: base64 of the receipt.',
};

/** Properties of public operations whose responses clients may cache. */
const reading = {
  method: 'GET',
  isMirrored: true,
  vary: ['Accept-Encoding'],
  isConditional: true,
  limit: 'api',
} as const;

export const restOperations = {
  getIndex: {
    ...reading,
    path: '/api/v1',
    tag: 'Articles',
    summary: 'What is here',
    description:
      'The operations of the API with their URLs, and where it is described. Begin here when you know nothing.',
    isCacheable: true,
    responses: { 200: { description: 'The index.', schema: ApiIndex } },
    errors: [],
  },
  listArticles: {
    ...reading,
    path: '/api/v1/articles',
    tag: 'Articles',
    summary: 'List all articles',
    description:
      'Free and paid articles, newest first, withdrawn ones last. Follow pagination.next to the end; it keeps the filters. To search, ask /ask: `q` and `search` are 400 here.',
    isCacheable: true,
    scope: 'articles:read',
    query: ListQuery,
    queryErrors: { page: 'invalid_pagination', per_page: 'invalid_pagination' },
    responses: { 200: { description: 'One page of the list.', schema: PaginatedArticles } },
    errors: ['invalid_pagination', 'invalid_request'],
  },
  listChanges: {
    ...reading,
    path: '/api/v1/changes',
    tag: 'Articles',
    summary: 'Follow what changes',
    description:
      'Articles added, changed or removed since a cursor, oldest first; each article once, by its last change. A change of paid words is announced too. Store the cursor and send it next time: an unchanged article never comes twice.',
    isCacheable: true,
    query: ChangesQuery,
    responses: { 200: { description: 'The changes, and the cursor for the next question.', schema: ArticleChanges } },
    errors: ['store_unavailable'],
  },
  getCorpus: {
    method: 'GET',
    isMirrored: true,
    limit: 'api',
    path: '/api/v1/corpus',
    tag: 'Articles',
    summary: 'Download everything',
    description:
      'Every article that you may read, one Article a line and in the order of the slugs; of a paid article without a right the public record and preview. The `Link` header with rel="next" leads to what changes after it: put each of its lines in the place of the line with the same slug, and take out what is `removed`. Each hundred lines count as a call.',
    scope: 'articles:read',
    takesTurns: true,
    query: CorpusQuery,
    responses: {
      200: {
        description: 'Lines of JSON: an Article, or in differences the ArticleChange of a removed one.',
        schema: z.string(),
        mediaTypes: ['application/x-ndjson'],
      },
    },
    errors: ['invalid_key', 'store_unavailable'],
  },
  getArticle: {
    ...reading,
    path: '/api/v1/articles/{slug}',
    tag: 'Articles',
    summary: 'Read one article',
    description:
      'The whole article as markdown. A paid one needs a key, a token with articles:read, or one x402 payment; without them the 402 says the price, the preview and every way to pay.',
    isCacheable: true,
    scope: 'articles:read',
    params: z.object({ slug: z.string() }),
    query: z.object({
      section: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .meta({ description: 'Id of one section from `outline`: only it is answered, its subsections included.' }),
      version: z.string().min(1).max(100).optional().meta({
        description:
          'A name from `versions`, or the `sha256:` digest of a text: returns the article as it was published then.',
      }),
    }),
    headers: paymentHeaders,
    vary: [...Object.keys(paymentHeaders), 'Accept-Encoding'],
    responses: {
      200: {
        description: 'The article.',
        schema: Article,
        headers: { 'Repr-Digest': 'RFC 9530: SHA-256 of the encoded body.', ...receipts },
      },
      308: {
        description: 'The article was renamed.',
        headers: { Location: 'Its current URL, with the same parameters.' },
      },
      402: {
        description: 'A paid article and no credential. PAYMENT-REQUIRED carries the x402 v2 challenge.',
        schema: PaymentError,
        headers: { 'PAYMENT-REQUIRED': 'base64 of the x402 v2 PaymentRequired object.', ...receipts },
      },
    },
    errors: [
      'payment_malformed',
      'invalid_key',
      'payment_required',
      'payment_invalid',
      'insufficient_scope',
      'article_not_found',
      'article_withdrawn',
      'section_not_found',
      'version_not_found',
      'invalid_request',
      'payment_id_reused',
      'store_unavailable',
    ],
    isPaid: true,
  },
  getPricing: {
    ...reading,
    path: '/api/v1/pricing',
    tag: 'Pricing',
    summary: 'What reading costs',
    description: 'The price list. It is a demo: nothing is ever billed.',
    isCacheable: true,
    responses: { 200: { description: 'The price list.', schema: Pricing } },
    errors: [],
  },
  agentSubscribe: {
    method: 'POST',
    path: '/api/v1/agent/subscribe',
    tag: 'Access',
    summary: 'Get a demo key',
    description: 'Makes a demo subscription and returns its key. No payment is processed. The body is optional.',
    isMirrored: true,
    headers: {
      'Idempotency-Key':
        '1 to 255 printable characters. The same key and body from the same IP address return the same subscription for 24 hours, and the repeat does not count towards a limit. While the first is still running a repeat is 409 `idempotency_in_flight`.',
    },
    body: { schema: SubscribeRequest, isRequired: false, isValidated: true },
    responses: {
      200: {
        description: 'A demo subscription.',
        schema: SubscribeResponse,
        headers: { 'Idempotent-Replayed': '`true` when this repeats an earlier response.' },
      },
    },
    errors: [
      'invalid_request',
      'invalid_json',
      'idempotency_in_flight',
      'subscription_revoked',
      'payload_too_large',
      'unsupported_media_type',
      'idempotency_key_reused',
      'store_unavailable',
    ],
    limit: 'subscribe',
    countsOwnCalls: true,
  },
  getAccount: {
    isDetail: true,
    method: 'GET',
    path: '/api/v1/agent/account',
    tag: 'Access',
    summary: 'What a credential stands for',
    description:
      'The plan, scopes, times and purchases of the key or token that is sent, and never the key. Without a valid one 401.',
    isMirrored: true,
    needsCredential: true,
    responses: { 200: { description: 'The account.', schema: Account } },
    errors: ['unauthorized', 'invalid_key', 'store_unavailable'],
    limit: 'api',
  },
} as const satisfies Record<string, Operation>;
