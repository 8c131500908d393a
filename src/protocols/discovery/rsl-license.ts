import type { PricingTier, PublicArticle } from '../../content/library/library.ts';
import { escapeXml } from '../../core/markup.ts';
import type { Publication } from '../../core/publication.ts';
import type { Urls } from '../../core/urls.ts';

/**
 * `/license.xml` (RSL 1.0): what machines may do with the words of this site, and what a paid article costs them.
 * @param about.articles that are out; `tiers` names the price of one
 */
export function renderRslLicense(about: {
  publication: Publication;
  urls: Urls;
  articles: readonly PublicArticle[];
  tiers: readonly PricingTier[];
}): string {
  const { publication, urls, articles, tiers } = about;
  const price = tiers.find(({ period, price: amount }) => period === 'article' && amount > 0);
  const { search, aiInput, aiTrain } = publication.contentSignals;
  const usages = { search, 'ai-input': aiInput, 'ai-train': aiTrain };
  const listed = (isPermitted: boolean) =>
    Object.entries(usages)
      .filter(([, isAllowed]) => isAllowed === isPermitted)
      .map(([name]) => name)
      .join(' ');
  const terms = [
    ...(listed(true) ? [`      <permits type="usage">${listed(true)}</permits>`] : []),
    ...(listed(false) ? [`      <prohibits type="usage">${listed(false)}</prohibits>`] : []),
  ];
  const license = (payment: string[]) => ['    <license>', ...terms, ...payment, '    </license>'];
  const content = (path: string, payment: string[]) =>
    [`  <content url="${escapeXml(urls.at(path))}">`, ...license(payment), '  </content>'].join('\n');
  const byAttribution = (url: string) => [
    '      <payment type="attribution">',
    `        <standard>${escapeXml(url)}</standard>`,
    '      </payment>',
  ];
  const byPurchase = [
    '      <payment type="purchase">',
    ...(price ? [`        <amount currency="${escapeXml(price.currency)}">${price.price}</amount>`] : []),
    `        <custom>${escapeXml(urls.pricing)}</custom>`,
    '      </payment>',
  ];
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<rsl xmlns="https://rslstandard.org/rsl">',
    content('/*', ['      <payment type="free"/>']),
    ...articles.map(({ slug, tier, license: { url } }) =>
      content(`/articles/${slug}`, tier === 'paid' ? byPurchase : byAttribution(url)),
    ),
    '</rsl>',
    '',
  ].join('\n');
}
