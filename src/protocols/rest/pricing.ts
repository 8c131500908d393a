import type { Services } from '../../core/services.ts';
import { jsonAnswer } from '../answer.ts';
import type { Handler } from '../handler.ts';

/** GET /api/v1/pricing: the owner's price list (specification section 2, Pricing). */
export function createPricingHandler({ library }: Services): Handler<'getPricing'> {
  return () => jsonAnswer({ tiers: library.tiers }, { headers: { 'cache-control': 'public, max-age=300' } });
}
