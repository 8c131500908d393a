import fc from 'fast-check';
import { expect, it } from 'vitest';
import { searchableArticle, toPaidSearchEntry } from '../../src/build/searchable.ts';
import type { PaidArticle, WithSections } from '../../src/library/library.ts';
import { buildIndex } from '../../src/search/build.ts';
import { openIndex } from '../../src/search/flexsearch-engine.ts';
import { makeArticle } from '../support/library.ts';

const articles = [
  makeArticle({ slug: 'tides', tier: 'paid', title: 'Tides', text: 'The moon pulls the sea.' }),
  makeArticle({ slug: 'bees', tier: 'free', title: 'Bees', text: 'Bees sleep in the dark hive.' }),
];
const text = fc.lorem({ maxCount: 40 });

function sell(words: string): WithSections<PaidArticle> {
  const body = `A walrus. ${words}`;
  return {
    slug: 'tides',
    body: { markdown: body, html: body, spans: [] },
    sections: [{ id: 'more', heading: 'More', text: body }],
    contentDigest: 'sha256:0',
  };
}

it('swapping a paid body changes no byte of the public index and no answer from it', () => {
  const publicBytes = buildIndex(articles.map(searchableArticle));
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [first, second] = [one, other].map((body) => {
        const sold = sell(body);
        const whole = openIndex(
          buildIndex(articles.map((article) => toPaidSearchEntry(article, article.tier === 'paid' ? sold : undefined))),
        );
        const open = openIndex(buildIndex(articles.map(searchableArticle)));
        const query = { text: `${one} ${other} moon`, limit: 10, isVisible: () => true };
        const paidWord = { ...query, text: 'walrus' };
        expect(open.search(paidWord)).toEqual([]);
        // The whole view does hear of the body, or this test would prove nothing.
        expect(whole.search(paidWord)).toMatchObject([{ slug: 'tides', sectionId: 'more' }]);
        return open.search(query);
      });
      expect(second).toEqual(first);
      expect(Buffer.compare(buildIndex(articles.map(searchableArticle)), publicBytes)).toBe(0);
    }),
    { numRuns: 50 },
  );
});
