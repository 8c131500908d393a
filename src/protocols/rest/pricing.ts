import type { Services } from '../../core/services.ts';
import { type Handler, jsonResponse } from '../handler.ts';

/** GET /api/v1/pricing: the owner's price list (specification section 2, Pricing). */
export function createPricingHandler({ library }: Services): Handler<'getPricing'> {
  return () => jsonResponse({ tiers: library.tiers }, { headers: { 'cache-control': 'public, max-age=300' } });
}
