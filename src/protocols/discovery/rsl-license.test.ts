import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PricingTier, Tier } from '../../library/library.ts';
import { renderRslLicense } from './rsl-license.ts';

const tiers: PricingTier[] = [{ tier: 'paid', price: 0.05, currency: 'USD', period: 'article', includes: [] }];
const publication = { contentSignals: { search: true, aiInput: true, aiTrain: false } };

interface Terms {
  slug: string;
  tier: Tier;
  price: number | null;
  license: { id: string; name: string; url: string };
}

function article(slug: string, tier: Tier, licence = 'https://licence.example/by'): Terms {
  return { slug, tier, price: null, license: { id: licence, name: licence, url: licence } };
}

function render(articles: readonly Terms[]): string {
  return renderRslLicense({ publication, urls: { pricing: 'https://a.example/pricing' }, articles, tiers });
}

/** The payment that an RSL reader finds for a path: that of the longest listed prefix. */
function readPayment(xml: string, path: string): string | undefined {
  const contents = [...xml.matchAll(/<content url="([^"]*)">(.*?)<\/content>/gs)];
  const [narrowest] = contents
    .filter(([, url = '']) => path.startsWith(url))
    .toSorted(([, a = ''], [, b = '']) => b.length - a.length);
  return (
    /<payment type="(\w+)"/.exec(narrowest?.[2] ?? '')?.[1] + (/<standard>(.*)</.exec(narrowest?.[2] ?? '')?.[1] ?? '')
  );
}

const payment = ({ tier, license }: Terms) => (tier === 'paid' ? 'purchase' : `attribution${license.url}`);

describe('the licence of the site for machines', () => {
  it('is correct for every article, even if one URL is a prefix of another', () => {
    const slug = fc.stringMatching(/^[ab](?:-?[ab]){0,3}$/);
    const one = fc.tuple(
      slug,
      fc.constantFrom<Tier>('free', 'paid'),
      fc.constantFrom('https://x.example', 'https://y.example'),
    );
    const many = fc.uniqueArray(one, { selector: ([name]) => name, maxLength: 30 });
    fc.assert(
      fc.property(many, (drawn) => {
        const articles = drawn.map((about) => article(...about));
        const xml = render(articles);
        for (const each of articles) {
          expect(readPayment(xml, `/articles/${each.slug}`)).toBe(payment(each));
          expect(readPayment(xml, `/articles/${each.slug}.md`)).toBe(payment(each));
        }
      }),
    );
  });

  it('leaves the rest of the site free', () => {
    const xml = render([article('sold', 'paid')]);
    for (const path of ['/', '/articles', '/pricing']) expect(readPayment(xml, path)).toBe('free');
  });

  it('says once what holds for most articles', () => {
    const articles = Array.from({ length: 10_000 }, (_, index) =>
      article(`on-subject-${index}`, index % 10 ? 'paid' : 'free'),
    );
    expect(render(articles).match(/<content /g)?.length).toBeLessThanOrEqual(2_002);
    expect(render(articles.filter(({ tier }) => tier === 'paid')).length).toBeLessThan(1_000);
  });
});
