import type { Services } from '../../core/services.ts';
import type { Handler } from '../handler.ts';
import { jsonResponse } from '../http.ts';
import { describePrices } from '../purchase-terms.ts';

/** GET /api/v1/pricing: the owner's price list (specification section 2, Pricing). */
export function createPricingHandler({ library }: Services): Handler<'getPricing'> {
  return () => jsonResponse(describePrices(library), { headers: { 'cache-control': 'public, max-age=300' } });
}
