import type { Mirror } from '../../contract/urls.ts';
import { openArticle } from '../../core/access/access.ts';
import type { GrantedAccess } from '../../core/access/access-decision.ts';
import { linksExpireAt } from '../../core/access/file-links.ts';
import type { FailedPayment, PaymentAttempt } from '../../core/payment/settle.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import { findWithdrawal } from '../../core/withdrawn.ts';
import type { PublicArticle } from '../../library/library.ts';
import { readArticlePrice } from '../../library/price.ts';
import { createChallengeBuilder, describeFailure } from '../x402/challenge.ts';
import { writeReceipt } from '../x402/payment-headers.ts';
import type { McpContext } from './mcp-context.ts';
import { RpcError } from './rpc-error.ts';

export interface PaywallResult {
  opened: GrantedAccess;
  /** `_meta` of the result, when it was paid for. */
  meta?: Record<string, unknown>;
}

/** An article that stays closed. */
interface Refusal {
  opened?: undefined;
  /** The caller has no right to it and did not try to pay. */
  isUnpaid: boolean;
  /** Creates the error: RpcError 402 with the challenge, or ServiceError for anything else. */
  createError(): Error;
}

interface Wanted {
  slug: string;
  section?: string | undefined;
  version?: string | undefined;
}

const paymentKey = 'x402/payment';
/** x402 does not define a name for it yet; the value is the JSON of the HTTP header SIGN-IN-WITH-X. */
const signInKey = 'x402/sign-in-with-x';
const receiptKey = 'x402/payment-response';

function readPaymentAttempt({ meta }: McpContext): PaymentAttempt | undefined {
  if (meta[paymentKey] !== undefined) return { kind: 'payment', payload: meta[paymentKey] };
  return meta[signInKey] === undefined ? undefined : { kind: 'sign-in', message: meta[signInKey] };
}

/**
 * Opens an article for a caller: by the credential of the HTTP request, or by `_meta`: the payment (x402, MCP
 * transport) or the signature of a wallet that has paid.
 */
export function createPaywall(services: Services) {
  const { challenge } = createChallengeBuilder(services);
  const { urls, library } = services;
  const terms = services.publication.payment;

  function refuse(article: PublicArticle, { mirror }: McpContext, failed: FailedPayment | undefined) {
    const { status, body, required } = challenge(article, { mirror, failed });
    const receipt = failed && writeReceipt(failed, terms);
    // x402 clients read `data` as a PaymentRequired; of the 402 body it yields only `error`, which is the
    // specification's object.
    const data = { ...body, ...required, error: body.error, ...(receipt && { [receiptKey]: receipt }) };
    return new RpcError(
      status,
      `${describeFailure(failed).message} ${describeWays(article, { failed, mirror })}`,
      data,
    );
  }

  /** Many clients show their model the message of an error and nothing else: it has to be enough to act on. */
  function describeWays(
    article: PublicArticle,
    { failed, mirror }: { failed: FailedPayment | undefined; mirror: Mirror },
  ): string {
    const { price, currency } = readArticlePrice(library.tiers, article);
    return [
      `One reading costs ${price} ${currency} (test money, by x402 in _meta["${paymentKey}"]), with figures, data and PDF; whoever has paid signs in by _meta["${signInKey}"].`,
      `Or get a demo key, which costs nothing: POST ${urls.subscribe(mirror)} without a body, then send its api_key to this server as "Authorization: Bearer <api_key>" and call again.`,
      `The outline and the public preview cost nothing: call get_article with detail "outline". Docs: ${urls.errorDocs(describeFailure(failed).code)}`,
    ].join(' ');
  }

  /** @throws ServiceError article_withdrawn, and as `openArticle` does */
  async function decide(
    { slug: name, section, version }: Wanted,
    context: McpContext,
  ): Promise<PaywallResult | Refusal> {
    const slug = services.catalogue.presentSlug(name);
    const { caller, mirror } = context;
    const attempt = readPaymentAttempt(context);
    const request = { caller, section, version };
    const decision = await openArticle(services, slug, attempt ? { ...request, attempt, mirror } : request);
    switch (decision.kind) {
      case 'opened': {
        const { settled } = decision;
        context.note({ kind: 'read', slug, section });
        if (!settled) return { opened: decision };
        const signed = await services.receipts.issue(decision, { caller, mirror, isWanted: false });
        return { opened: decision, meta: { [receiptKey]: writeReceipt(settled, terms, signed) } };
      }
      case 'challenge':
        context.note({ kind: 'unpaid', slug });
        return { isUnpaid: !attempt, createError: () => refuse(decision.article, context, decision.failed) };
      case 'refused': {
        const withdrawal = decision.reason === 'article_not_found' && findWithdrawal(services, slug);
        if (withdrawal) throw withdrawal;
        return {
          isUnpaid: decision.reason === 'insufficient_scope',
          createError: () => new ServiceError(decision.reason, decision.detail),
        };
      }
    }
  }

  return {
    decide,
    /** @throws the error that `decide` describes */
    async enter(wanted: Wanted, context: McpContext): Promise<PaywallResult> {
      const decision = await decide(wanted, context);
      if (decision.opened) return decision;
      throw decision.createError();
    },
  };
}

/**
 * The key of a result with what was opened. The URLs in it expire and are the same until they are signed again.
 * @param now epoch milliseconds
 * @param wanted the other arguments that the result depends on
 */
export function nameOpened(
  { article, level, version }: GrantedAccess,
  now: number,
  wanted: readonly (string | undefined)[],
): string {
  return JSON.stringify([article.slug, level, version.name, level === 'purchase' && linksExpireAt(now), ...wanted]);
}
