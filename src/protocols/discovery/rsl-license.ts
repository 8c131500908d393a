import type { Urls } from '../../contract/urls.ts';
import type { PricingTier, PublicArticle } from '../../library/library.ts';
import { escapeXml } from '../../library/markup.ts';
import { type ArticlePrice, findArticlePrice } from '../../library/price.ts';
import type { Publication } from '../../library/publication-settings.ts';

type Payment = readonly string[];

/**
 * `/license.xml` (RSL 1.0): what machines may do with the text of this site, and what a paid article costs them. The
 * narrower path decides, and a path covers all paths that start with it (RFC 9309 section 2.2.2), so the terms of most
 * articles are written once and only the others are named.
 * @param about.articles released articles; `tiers` has the price of one
 */
export function renderRslLicense(about: {
  publication: Pick<Publication, 'contentSignals'>;
  urls: Pick<Urls, 'pricing'>;
  articles: readonly Pick<PublicArticle, 'slug' | 'tier' | 'license' | 'price'>[];
  tiers: readonly PricingTier[];
}): string {
  const { publication, urls, articles, tiers } = about;
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
  const content = (path: string, payment: Payment) =>
    [
      `  <content url="${escapeXml(path)}">`,
      '    <license>',
      ...terms,
      ...payment,
      '    </license>',
      '  </content>',
    ].join('\n');
  const byAttribution = (url: string): Payment => [
    '      <payment type="attribution">',
    `        <standard>${escapeXml(url)}</standard>`,
    '      </payment>',
  ];
  const byPurchase = (price: ArticlePrice | undefined): Payment => [
    '      <payment type="purchase">',
    ...(price ? [`        <amount currency="${escapeXml(price.currency)}">${price.price}</amount>`] : []),
    `        <custom>${escapeXml(urls.pricing)}</custom>`,
    '      </payment>',
  ];
  const byTerms = Map.groupBy(articles, ({ tier, license, price }) => (tier === 'paid' ? price : license.url));
  const payments = [...byTerms].map(([terms, of]) => ({
    payment: typeof terms === 'string' ? byAttribution(terms) : byPurchase(findArticlePrice(tiers, { price: terms })),
    slugs: of.map(({ slug }) => slug),
  }));
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<rsl xmlns="https://rslstandard.org/rsl">',
    content('/', ['      <payment type="free"/>']),
    ...listPaths(payments).map(([path, payment]) => content(path, payment)),
    '</rsl>',
    '',
  ].join('\n');
}

/** The fewest paths of which the longest that an article's own begins with has its payment; the shortest first. */
function listPaths(payments: readonly { payment: Payment; slugs: readonly string[] }[]): [string, Payment][] {
  const [usual] = payments.toSorted((a, b) => b.slugs.length - a.slugs.length);
  if (!usual) return [];
  const all = payments.flatMap(({ payment, slugs }) => slugs.map((slug) => ({ slug, payment })));
  const paths: [string, Payment][] = [['/articles/', usual.payment]];
  // In sorted order, every prefix of a slug precedes it, and the paths around it are nested like brackets.
  let around = [{ slug: '', payment: usual.payment }];
  for (const { slug, payment } of all.toSorted((a, b) => (a.slug < b.slug ? -1 : 1))) {
    around = around.filter((outer) => slug.startsWith(outer.slug));
    if (around.at(-1)?.payment === payment) continue;
    around.push({ slug, payment });
    paths.push([`/articles/${slug}`, payment]);
  }
  return paths;
}
