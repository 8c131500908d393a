import type { PricingTier } from '../../library/library.ts';
import { maxArticlePrice } from '../../library/price.ts';
import type { Report } from './rules.ts';
import { PlansFile } from './schema.ts';
import { validateYaml } from './validate.ts';
import { parseYaml } from './yaml.ts';

/**
 * The price list, in the owner's order.
 * @returns what is wrong is reported and leaves the list empty.
 */
export function parsePlans(text: string, report: Report): PricingTier[] {
  const parsed = parseYaml(text);
  for (const { at, message } of parsed.failures) report('plans-file', at, message);
  const plans = validateYaml(PlansFile, parsed, { rule: 'plans-file', report });
  if (!plans) return [];
  const { tiers } = plans;
  const complaints = [...complainAboutRepeats(tiers), ...complainAboutFree(tiers), ...complainAboutArticlePrice(tiers)];
  for (const { index, message } of complaints) report('plans-file', parsed.find(['tiers', index]), message);
  return complaints.length > 0 ? [] : tiers;
}

interface Complaint {
  index: number;
  message: string;
}

function complainAboutRepeats(tiers: readonly PricingTier[]): Complaint[] {
  const seen = new Set<string>();
  return tiers.flatMap(({ tier, period }, index) => {
    const name = `${tier} ${period}`;
    if (seen.has(name)) return [{ index, message: `The tier ${tier} has two prices for the period ${period}` }];
    seen.add(name);
    return [];
  });
}

function complainAboutFree(tiers: readonly PricingTier[]): Complaint[] {
  const index = tiers.findIndex(({ tier }) => tier === 'free');
  if (index === -1) return [{ index: 0, message: 'There is no tier named free' }];
  return tiers[index]?.price === 0 ? [] : [{ index, message: 'The tier free has a price' }];
}

/** A reader who pays for one article by x402 pays the paid tier's price per article. */
function complainAboutArticlePrice(tiers: readonly PricingTier[]): Complaint[] {
  const index = tiers.findIndex(({ tier, period }) => tier === 'paid' && period === 'article');
  const paid = tiers[index];
  if (!paid) return [{ index: 0, message: 'There is no tier named paid with the period article' }];
  if (paid.currency !== 'USD') return [{ index, message: 'The price of one article is in USD' }];
  if (paid.price > 0 && paid.price <= maxArticlePrice) return [];
  return [{ index, message: `One article costs more than 0 and at most ${maxArticlePrice} USD` }];
}
