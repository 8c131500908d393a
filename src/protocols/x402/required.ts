import type { z } from 'zod';
import { apiRoots } from '../../contract/operation.ts';
import type { PaymentRequirementV1 } from '../../contract/schemas-payment.ts';
import { readBaseUnits } from '../../core/payment/settle.ts';
import type { SignInInfo } from '../../core/payment/sign-in.ts';
import type { Services } from '../../core/services.ts';
import type { Mirror } from '../../core/urls.ts';
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
    bazaar: Record<string, unknown>;
    'sign-in-with-x': { info: SignInInfo; supportedChains: { chainId: string; type: string }[]; schema: object };
    'payment-identifier': Record<string, unknown>;
  };
}

export type Terms = Pick<Services, 'publication' | 'urls' | 'library'>;

/** What one article costs, whichever it is. @throws Error when nothing is sold singly */
export function createRequirement(terms: Pick<Terms, 'publication' | 'library'>): PaymentRequirement {
  const { payment } = terms.publication;
  return {
    scheme: 'exact',
    network: payment.network,
    amount: readBaseUnits(terms),
    asset: payment.asset,
    payTo: payment.payTo,
    maxTimeoutSeconds: payment.maxTimeoutSeconds,
    extra: { name: payment.assetName, version: payment.assetVersion },
  };
}

function describe(article: PublicArticle, { publication }: Terms): string {
  return `${article.title} (${article.words} words). Sandbox: ${publication.payment.networkV1}, nothing is charged.`;
}

/** One way to pay, x402 v1, where the resource is said with every item. */
export function createRequirementV1(
  terms: Terms,
  article: PublicArticle,
  mirror: Mirror,
): z.infer<typeof PaymentRequirementV1> {
  const { amount, network: _caip2, ...shared } = createRequirement(terms);
  return {
    ...shared,
    network: terms.publication.payment.networkV1,
    maxAmountRequired: amount,
    resource: terms.urls.apiArticle(article.slug, mirror),
    description: describe(article, terms),
    mimeType: 'application/json',
  };
}

const printableAscii = /^[\x20-\x7e]{1,32}$/;

const text = { type: 'string' };
const textList = { type: 'array', items: text };

/** Extension bazaar: how a crawler of paid resources may call this one. Indexers want `queryParams` even where there are none. */
function describeCall(article: PublicArticle, mirror: Mirror) {
  const input = { type: 'http', method: 'GET', pathParams: { slug: article.slug }, queryParams: {} };
  const none = { type: 'object', properties: {} };
  return {
    info: {
      input,
      output: { type: 'json', example: { slug: article.slug, title: article.title, tier: article.tier } },
    },
    routeTemplate: `${apiRoots[mirror]}/articles/:slug`,
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        input: {
          type: 'object',
          properties: {
            type: { const: 'http' },
            method: { const: 'GET' },
            pathParams: { type: 'object', properties: { slug: text }, required: ['slug'] },
            queryParams: none,
          },
          required: ['type', 'method'],
        },
        output: { type: 'object', properties: { type: text, example: { type: 'object' } } },
      },
      required: ['input'],
    },
  };
}

const signInProperties = {
  domain: text,
  address: text,
  statement: text,
  uri: text,
  version: text,
  chainId: text,
  type: text,
  nonce: text,
  issuedAt: text,
  expirationTime: text,
  resources: textList,
  signature: text,
};

const signInSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: signInProperties,
  required: ['domain', 'address', 'uri', 'version', 'chainId', 'type', 'nonce', 'issuedAt', 'signature'],
};

const paymentIdentifier = {
  info: { required: false },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      required: { type: 'boolean' },
      id: { type: 'string', minLength: 16, maxLength: 128, pattern: '^[a-zA-Z0-9_-]+$' },
    },
    required: ['required'],
  },
};

/**
 * The x402 v2 challenge for one article: one requirement, and the extensions bazaar, sign-in-with-x and payment-identifier.
 * @param about.signIn new for every challenge
 */
export function createPaymentRequired(
  terms: Terms,
  article: PublicArticle,
  about: { mirror: Mirror; error: string; signIn: SignInInfo },
): PaymentRequired {
  const { publication } = terms;
  const resource = terms.urls.apiArticle(article.slug, about.mirror);
  const tags = article.tags.filter((tag) => printableAscii.test(tag)).slice(0, 5);
  return {
    x402Version: 2,
    error: about.error,
    resource: {
      url: resource,
      description: describe(article, terms),
      mimeType: 'application/json',
      ...(printableAscii.test(publication.name) && { serviceName: publication.name }),
      ...(tags.length > 0 && { tags }),
    },
    accepts: [createRequirement(terms)],
    extensions: {
      bazaar: describeCall(article, about.mirror),
      'sign-in-with-x': {
        info: about.signIn,
        supportedChains: [{ chainId: publication.payment.network, type: 'eip191' }],
        schema: signInSchema,
      },
      'payment-identifier': paymentIdentifier,
    },
  };
}
