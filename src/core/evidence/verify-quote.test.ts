import { describe, expect, it } from 'vitest';
import { makeArticle, paidSentence } from '../../../tests/support/library.ts';
import { createTestServices, testBase } from '../../../tests/support/services.ts';
import { encodeDirective } from '../../contract/text-directive.ts';
import { createUrls } from '../../contract/urls.ts';
import { contentDigest } from '../../library/digest.ts';
import type { VersionIndex, VersionText } from '../../library/versions.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { createVersions } from '../access/article-versions.ts';
import { anonymous, type Caller } from '../access/caller.ts';
import { createFragment, createSelectors } from './selectors.ts';
import { type QuoteClaim, verifyQuote } from './verify-quote.ts';

const now = () => Date.UTC(2026, 10, 20);
const services = createTestServices({ store: createMemoryStore(now), now });
const subscriber: Caller = { kind: 'subscriber', id: 'k1', plan: 'pro', scopes: ['articles:read'] };
const verify = (claim: QuoteClaim, caller: Caller = anonymous) => verifyQuote(services, claim, caller);
const sentence = 'Agents read markdown and cite what they read.';

describe('a quote without a named article', () => {
  it('is found with its section, digests, selectors and a URL that highlights it', async () => {
    const found = await verify({ quote: sentence });
    if (!found) throw new Error('It was not found.');
    const { markdown } = services.library.articles[0]?.body ?? { markdown: '' };
    expect(found).toMatchObject({
      status: 'exact',
      article: { slug: 'open-letter' },
      version: { name: '1.0' },
      contentDigest: contentDigest(markdown),
      section: { id: 'beginning' },
      standing: { standing: 'current' },
    });
    const start = markdown.indexOf(sentence);
    expect(createSelectors(found)).toEqual([
      { type: 'TextQuoteSelector', exact: sentence, prefix: '## Beginning\n\n', suffix: '\n' },
      { type: 'TextPositionSelector', start, end: start + sentence.length },
    ]);
    expect(createFragment(found)).toBe('#beginning:~:text=Agents%20read%20markdown%20and%20cite%20what%20they%20read.');
  });

  it('is not found in an article that is not released', async () => {
    expect(await verify({ quote: 'Withheld words about lighthouses.' })).toBeUndefined();
    expect(await verify({ quote: 'Withheld words about lighthouses.', slug: 'not-yet' })).toBeUndefined();
  });
});

describe('a quote is moved', () => {
  it.each([
    ['to another article', { slug: 'field-notes' }],
    ['out of an article that does not exist', { slug: 'no-such-article' }],
    ['to another section', { slug: 'open-letter', section: 'ending' }],
    ['to another version', { slug: 'open-letter', version: '0.9' }],
  ])('%s', async (_, claim) => {
    expect(await verify({ quote: sentence, ...claim })).toMatchObject({
      status: 'moved',
      article: { slug: 'open-letter' },
    });
  });

  it('but not when a former slug names the article', async () => {
    expect((await verify({ quote: sentence, slug: 'first-letter' }))?.status).toBe('exact');
  });
});

describe('a version named by the digest of its text', () => {
  const { markdown } = services.library.articles[0]?.body ?? { markdown: '' };

  it('is the version that a quote of a free text is in', async () => {
    const claim = { quote: sentence, slug: 'open-letter' };
    const digest = contentDigest(markdown);
    expect((await verify({ ...claim, version: digest }))?.status).toBe('exact');
    expect((await verify({ ...claim, version: digest.replace(/.$/, '') }))?.status).toBe('exact');
    expect((await verify({ ...claim, version: contentDigest('another text') }))?.status).toBe('moved');
  });

  it('is known of a paid text to its readers alone', async () => {
    const slug = 'paid-study';
    const digest = services.paidContent.findDigest(slug) ?? expect.fail();
    const record = { name: '1.0', label: null, tier: 'paid', date: '2026-04-01', releaseAt: null, digest } as const;
    const index: VersionIndex = { 'id-paid-study': { examinedAt: 0, records: [{ ...record, part: '' }] } };
    const versions = createVersions(new Map(Object.entries(index)), () => expect.fail(), createUrls(testBase));
    const ask = (version: string, caller: Caller) =>
      verifyQuote(
        { ...services, versions },
        { quote: 'A preview of a study on payment challenges.', slug, version },
        caller,
      );
    expect((await ask(digest, subscriber))?.status).toBe('exact');
    expect((await ask(digest, anonymous))?.status).toBe('moved');
    expect((await ask(contentDigest('a wrong guess'), anonymous))?.status).toBe('moved');
  });
});

describe('paid words', () => {
  const claims = [{ quote: paidSentence }, { quote: paidSentence, slug: 'paid-study', section: 'the-paid-part' }];

  it.each(claims)('are absent for a caller without a right: %o', async (claim) => {
    expect(await verify(claim)).toBeUndefined();
    expect(await verify(claim, { ...subscriber, scopes: ['mcp:connect'] })).toBeUndefined();
  });

  it.each(claims)('are found for a subscriber: %o', async (claim) => {
    expect(await verify(claim, subscriber)).toMatchObject({ status: 'exact', section: { id: 'the-paid-part' } });
  });

  it('leave the preview to every caller, without the digest of the complete text', async () => {
    const found = await verify({ quote: 'A preview of a study on payment challenges.' });
    expect(found).toMatchObject({ status: 'exact', contentDigest: null, article: { slug: 'paid-study' } });
  });
});

describe('an earlier text', () => {
  const words = 'The first edition claimed that seven of nine agents cite nothing at all.';
  const earlier: VersionText = { article: makeArticle({ slug: 'open-letter', text: words }), paid: null };
  const record = {
    label: null,
    tier: 'free',
    date: '2026-05-01',
    releaseAt: null,
    digest: 'sha256:0',
    part: '',
  } as const;
  const index: VersionIndex = {
    'id-open-letter': {
      examinedAt: 0,
      records: [
        { ...record, name: '0.9' },
        { ...record, name: '1.0', date: '2026-06-01' },
      ],
    },
  };
  const { quotes } = createTestServices({ store: services.store, now });
  const withHistory = {
    ...services,
    versions: createVersions(new Map(Object.entries(index)), async () => earlier, createUrls(testBase)),
    // Finds the article by any words: its index has the earlier ones too.
    quotes: { ...quotes, public: { find: () => [0] } },
  };

  it('is superseded, and exact when no article or this version is named', async () => {
    for (const claim of [{}, { slug: 'open-letter', version: '0.9' }]) {
      const found = await verifyQuote(withHistory, { quote: words, ...claim }, anonymous);
      expect(found).toMatchObject({ status: 'exact', version: { name: '0.9' }, standing: { standing: 'superseded' } });
    }
  });

  it('is another version than the newest, which a slug alone means', async () => {
    expect(await verifyQuote(withHistory, { quote: words, slug: 'open-letter' }, anonymous)).toMatchObject({
      status: 'moved',
      version: { name: '0.9' },
    });
  });
});

it('names a long quote, or one of several blocks, by its first and last words', () => {
  expect(encodeDirective('well-known, yes')).toBe('well%2Dknown%2C%20yes');
  expect(encodeDirective('One two three\nfour')).toBe('One%20two%20three,four');
  expect(encodeDirective('a b c d e f g h i j k l m')).toBe('a%20b%20c%20d%20e,i%20j%20k%20l%20m');
});

it('lets others be served between two texts', async () => {
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
  };
  await verifyQuote(services, { quote: sentence }, anonymous, pause);
  expect(pauses).toBe(1);
  await verifyQuote(services, { quote: 'Agents read markdown and never cite what others wrote.' }, anonymous, pause);
  expect(pauses).toBeGreaterThan(1);
});
