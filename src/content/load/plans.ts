import type { PricingTier } from '../../library/library.ts';
import { maxArticlePrice, minArticlePrice, toMinorUnits } from '../../library/price.ts';
import { chooseWords } from '../../words/words.ts';
import type { Report } from './rules.ts';
import { PlansFile } from './schema.ts';
import { pickRight, validateYaml } from './validate.ts';
import { parseYaml } from './yaml.ts';

/**
 * The price list, in the owner's order.
 * @returns what is wrong is reported and leaves the list empty.
 */
export function parsePlans(text: string, report: Report): PricingTier[] {
  const parsed = parseYaml(text);
  for (const { at, message } of parsed.failures) report('plans-file', at, message);
  const plans = validateYaml(PlansFile, parsed, { rule: 'plans-file', report });
  // Check the readable tiers even if another is invalid: the invalid one may be the tier that seems missing.
  const { data, placeOf } = pickRight(PlansFile.shape, parsed.data);
  const { tiers } = plans ?? PlansFile.parse({ tiers: [], ...data });
  const complaints = [...complainAboutRepeats(tiers), ...complainAboutPrices(tiers)];
  for (const { index, message } of complaints) report('plans-file', parsed.find(placeOf(['tiers', index])), message);
  if (!plans) return [];
  const missing = complainAboutMissing(tiers);
  for (const message of missing) report('plans-file', parsed.find(['tiers']), message);
  return complaints.length + missing.length > 0 ? [] : tiers;
}

/** A table of the plans in Markdown for the generated part `plans`: the rows follow from how each plan is billed. */
export function comparePlans(tiers: readonly PricingTier[], language: string): string {
  const { periods, planTable } = chooseWords(language);
  const describePrice = ({ price, currency, period }: PricingTier) => {
    const style = { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as const;
    const amount = new Intl.NumberFormat(language, style).format(price);
    return period === 'forever' ? amount : `${amount} ${periods[period]}`;
  };
  const rows = [
    ['', ...tiers.map(({ tier }) => tier.charAt(0).toUpperCase() + tier.slice(1))],
    ['---', ...tiers.map(() => '---')],
    [planTable.price, ...tiers.map(describePrice)],
    ...planTable.rows.map(({ name, cells }) => [name, ...tiers.map(({ period }) => cells[columnOf(period)])]),
  ];
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const columnOf = (period: PricingTier['period']) => (period === 'forever' ? 0 : period === 'article' ? 1 : 2);

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

function complainAboutMissing(tiers: readonly PricingTier[]): string[] {
  return [
    ...(tiers.some(isFree) ? [] : ['There is no tier named free']),
    ...(tiers.some(isOfArticle) ? [] : ['There is no tier named paid with the period article']),
  ];
}

/** A reader who pays for one article by x402 pays the paid tier's price per article. */
function complainAboutPrices(tiers: readonly PricingTier[]): Complaint[] {
  return tiers.flatMap((tier, index): Complaint[] => {
    if (isFree(tier)) return tier.price === 0 ? [] : [{ index, message: 'The tier free has a price' }];
    if (!isOfArticle(tier)) return complainAboutFractions(tier, index);
    if (tier.currency !== 'USD') return [{ index, message: 'The price of one article is in USD' }];
    if (tier.price >= minArticlePrice && tier.price <= maxArticlePrice) return [];
    return [{ index, message: `One article costs at least ${minArticlePrice} and at most ${maxArticlePrice} USD` }];
  });
}

/** Pages and checkout round a price to the smallest unit of its currency, and the API does not. */
function complainAboutFractions({ price, currency }: PricingTier, index: number): Complaint[] {
  const isWhole = Math.abs(toMinorUnits(price, currency) / toMinorUnits(1, currency) - price) < 1e-9;
  if (isWhole) return [];
  return [{ index, message: `The price ${price} is not a whole number of the smallest units of ${currency}` }];
}

function isFree({ tier }: PricingTier): boolean {
  return tier === 'free';
}

function isOfArticle({ tier, period }: PricingTier): boolean {
  return tier === 'paid' && period === 'article';
}
