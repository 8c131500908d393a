import type { Services } from '../../core/services.ts';
import { findArticlePrice } from '../../library/price.ts';
import { createRequirement } from './required.ts';

type Source = Pick<Services, 'publication' | 'urls' | 'library' | 'catalogue'>;

/** Body of `/.well-known/x402`: every URL that requests a payment now. */
export function createX402Document({ urls, catalogue, publication }: Source) {
  const paid = catalogue.list().filter(({ tier }) => tier === 'paid');
  return {
    protocol: 'x402',
    // Specification section 1: the declared resource, its one paid endpoint, and where to go instead of paying.
    resource: urls.api('live'),
    endpoints: [{ path: '/api/v1/articles/{slug}', tier: 'paid' }],
    pay_endpoint: urls.subscribe('live'),
    pricing: urls.pricing,
    version: 1,
    resources: paid.map(({ slug }) => urls.apiArticle(slug, 'live')),
    instructions: `Sandbox on ${publication.payment.networkV1}: payments are verified, never broadcast and never billed. Every 402 says the price; ${urls.developers} says the rest.`,
  };
}

/**
 * `x-payment-info` of the paid operation in the OpenAPI document, one flat object for the two dialects that readers
 * know: `price` with `protocols`, and `intent`, `method`, `amount`, `currency`. Undefined when single articles are not
 * for sale.
 */
export function createPaymentInfo(source: Pick<Source, 'publication' | 'urls' | 'library'>) {
  const found = findArticlePrice(source.library.tiers);
  if (!found) return undefined;
  const requirement = createRequirement(source);
  return {
    price: { mode: 'fixed', currency: found.currency, amount: String(found.price) },
    protocols: [{ x402: { network: requirement.network, asset: requirement.asset, scheme: requirement.scheme } }],
    intent: 'charge',
    method: 'evm',
    amount: requirement.amount,
    currency: requirement.asset,
    description: 'One paid article, unless its 402 names a price of its own. Sandbox: nothing is billed.',
  };
}
