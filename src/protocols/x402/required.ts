import type { z } from 'zod';
import { apiRoots } from '../../contract/operation.ts';
import type { PaymentRequirementV1 } from '../../contract/schemas-payment.ts';
import type { Mirror } from '../../contract/urls.ts';
import { readBaseUnits } from '../../core/payment/settle.ts';
import type { SignInInfo } from '../../core/payment/sign-in.ts';
import type { Services } from '../../core/services.ts';
import type { PublicArticle } from '../../library/library.ts';

/** One way to pay, x402 v2. */
export interface PaymentRequirement {
  scheme: 'exact';
  network: string;
  amount: string;
  asset: string;
  payTo: string;
  maxTimeoutSeconds: number;
  /** The token's EIP-712 domain, without which a wallet cannot sign. */
  extra: { name: string; version: string };
}

/** The x402 v2 PaymentRequired object: header PAYMENT-REQUIRED, or `data` of a tool call. */
export interface PaymentRequired {
  x402Version: 2;
  error: string;
  resource: { url: string; description: string; mimeType: string; serviceName?: string; tags?: string[] };
  accepts: PaymentRequirement[];
  extensions: {
    bazaar?: Record<string, unknown>;
    'sign-in-with-x': { info: SignInInfo; supportedChains: { chainId: string; type: string }[]; schema: object };
    'payment-identifier': Record<string, unknown>;
  };
}

export type Terms = Pick<Services, 'publication' | 'urls' | 'library'>;

/**
 * The price of an article, or of one without a price of its own.
 * @throws Error when single articles are not for sale
 */
export function createRequirement(
  terms: Pick<Terms, 'publication' | 'library'>,
  article?: PublicArticle,
): PaymentRequirement {
  const { payment } = terms.publication;
  return {
    scheme: 'exact',
    network: payment.network,
    amount: readBaseUnits(terms, article),
    asset: payment.asset,
    payTo: payment.payTo,
    maxTimeoutSeconds: payment.maxTimeoutSeconds,
    extra: { name: payment.assetName, version: payment.assetVersion },
  };
}

function describe(title: string, { words }: PublicArticle, { publication }: Terms): string {
  return `${title} (${words} words). Sandbox: ${publication.payment.networkV1}, nothing is charged.`;
}

/**
 * Bytes of JSON in PAYMENT-REQUIRED, which has 2,200 characters then: with the other headers it is under 3.5 KB, and a
 * proxy with buffers of 4 KB passes it on.
 */
const maxRequiredBytes = 1650;

/** The JSON that a header has: each character outside ASCII takes six. */
function countBytes(value: unknown): number {
  return JSON.stringify(value).replace(/[^\x20-\x7e]/g, '\\u0000').length;
}

/** As much of a title as there is room for. */
function shortenTitle(title: string, bytes: number): string {
  if (countBytes(title) <= bytes) return title;
  const characters = Array.from(title);
  while (characters.length > 0 && countBytes(`${characters.join('')}...`) > bytes) characters.pop();
  return `${characters.join('')}...`;
}

/** One payment option of x402 v1, where each item names the resource. */
export function createRequirementV1(
  terms: Terms,
  article: PublicArticle,
  mirror: Mirror,
): z.infer<typeof PaymentRequirementV1> {
  const { amount, network: _caip2, ...shared } = createRequirement(terms, article);
  return {
    ...shared,
    network: terms.publication.payment.networkV1,
    maxAmountRequired: amount,
    resource: terms.urls.apiArticle(article.slug, mirror),
    description: describe(article.title, article, terms),
    mimeType: 'application/json',
  };
}

const printableAscii = /^[\x20-\x7e]{1,32}$/;

/**
 * Schemas of what clients put into an extension. They say only what a client could get wrong: the reference schemas of
 * the three take 1,650 bytes of a header, and a proxy with buffers of 4 KB returns 502 for a larger header block.
 */
const anyObject = { type: 'object' };
const callSchema = {
  type: 'object',
  properties: { input: { type: 'object', properties: { queryParams: anyObject } } },
};
const paymentIdentifier = {
  info: { required: false },
  schema: { type: 'object', properties: { id: { type: 'string', pattern: '^[a-zA-Z0-9_-]{16,128}$' } } },
};

/**
 * Extension bazaar: how a crawler of paid resources may call this one. Indexers want `queryParams` even where there are
 * none.
 */
function describeCall(article: PublicArticle, mirror: Mirror) {
  const input = { type: 'http', method: 'GET', pathParams: { slug: article.slug }, queryParams: {} };
  return {
    info: { input },
    routeTemplate: `${apiRoots[mirror]}/articles/:slug`,
    schema: callSchema,
  };
}

/**
 * The x402 v2 challenge for one article: one requirement, and the extensions bazaar, sign-in-with-x and
 * payment-identifier.
 * @param about.signIn new for every challenge
 * @param about.isRetry the caller has sent a payment, so it needs no description of the call, and gets a receipt in
 *   another header
 */
export function createPaymentRequired(
  terms: Terms,
  article: PublicArticle,
  about: { mirror: Mirror; error: string; signIn: SignInInfo; isRetry: boolean },
): PaymentRequired {
  const { publication } = terms;
  const tags = article.tags.filter((tag) => printableAscii.test(tag)).slice(0, 3);
  const write = (title: string): PaymentRequired => ({
    x402Version: 2,
    error: about.error,
    resource: {
      url: terms.urls.apiArticle(article.slug, about.mirror),
      description: describe(title, article, terms),
      mimeType: 'application/json',
      ...(printableAscii.test(publication.name) && { serviceName: publication.name }),
      ...(tags.length > 0 && { tags }),
    },
    accepts: [createRequirement(terms, article)],
    extensions: {
      ...(!about.isRetry && { bazaar: describeCall(article, about.mirror) }),
      'sign-in-with-x': {
        info: about.signIn,
        supportedChains: [{ chainId: publication.payment.network, type: 'eip191' }],
        schema: anyObject,
      },
      'payment-identifier': paymentIdentifier,
    },
  });
  return write(shortenTitle(article.title, maxRequiredBytes - countBytes(write(''))));
}
