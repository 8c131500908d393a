import { describe, expect, it } from 'vitest';
import { makeArticle, makeLibrary } from '../../../tests/support/library.ts';
import { createTestServices, testBase } from '../../../tests/support/services.ts';
import { createUrls } from '../../contract/urls.ts';
import type { VersionIndex, VersionText } from '../../library/versions.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { createVersions } from '../access/article-versions.ts';
import { anonymous, type Caller } from '../access/caller.ts';
import { findCited } from './find-cited.ts';

const now = () => Date.UTC(2026, 10, 20);
const digests = ['a', 'b', 'c'].map((digit) => `sha256:${digit.repeat(64)}`);
const record = { label: null, tier: 'free', releaseAt: null, part: '' } as const;
const index: VersionIndex = {
  'id-open-letter': {
    examinedAt: 0,
    records: [
      { ...record, name: '0.8', date: '2026-04-01', digest: `sha256:${'d'.repeat(64)}`, part: 'same' },
      { ...record, name: '0.9', date: '2026-05-01', digest: digests[0] ?? '' },
      { ...record, name: '1.0', date: '2026-06-01', digest: digests[1] ?? '' },
    ],
  },
  'id-paid-study': {
    examinedAt: 0,
    records: [
      { ...record, tier: 'paid', name: '0.9', date: '2026-05-01', digest: `sha256:${'e'.repeat(64)}`, part: 'paid' },
      { ...record, tier: 'paid', name: '1.0', date: '2026-06-01', digest: digests[2] ?? '' },
    ],
  },
};
const library = makeLibrary(testBase);
const changed = 'A beginning with other words.';
const urls = createUrls(testBase, ['https://former.test']);

/** The part `same` of the letter reads like its present text. */
async function readText(part: string): Promise<VersionText> {
  const slug = part === 'paid' ? 'paid-study' : 'open-letter';
  const present = part === 'same' ? library.open.articles.find((article) => article.slug === slug) : undefined;
  return { article: present ?? makeArticle({ slug, text: changed }), paid: null };
}

const services = {
  ...createTestServices({ store: createMemoryStore(now), now }),
  versions: createVersions(new Map(Object.entries(index)), readText, urls),
  urls,
};
const find = (citation: string, caller: Caller = anonymous) => findCited(services, citation, caller);
const url = 'https://quire.test/articles/open-letter';

describe('a citation of an earlier text is superseded, with the text to cite instead', () => {
  it.each([
    ['its URL', `${url}/versions/0.9`],
    ['its Markdown', `${url}/versions/0.9.md`],
    ['its URL with a fragment', `${url}/versions/0.9#beginning:~:text=Agents`],
    ['slug and version', 'open-letter@0.9'],
    ['its digest', digests[0] ?? ''],
    ['its URL in the API', `${testBase}/api/v1/articles/open-letter?version=0.9`],
    ['its URL in a sentence', `Seen at (${url}/versions/0.9).`],
    ['its URL before the publication moved', 'https://former.test/articles/open-letter/versions/0.9'],
    ['a BibTeX entry', `@article{x,\n  url = {${url}/versions/0.9},\n}`],
    ['a CSL item', JSON.stringify({ id: 'x', URL: `${url}/versions/0.9` }).replaceAll('/', '\\/')],
  ])('by %s', async (_, citation) => {
    expect(await find(citation)).toMatchObject({
      slug: 'open-letter',
      version: '0.9',
      standing: { standing: 'superseded', since: '2026-06-01', citeInstead: '/articles/open-letter/versions/1.0' },
    });
  });
});

it('finds an article by its URL, its slug, a former slug, and a removed one with its reason', async () => {
  for (const citation of [url, `${url}.md`, 'open-letter', 'first-letter']) {
    expect(await find(citation)).toEqual({ slug: 'open-letter', standing: { standing: 'current' } });
  }
  expect(await find('lost-draft')).toMatchObject({
    slug: 'lost-study',
    standing: { standing: 'withdrawn', reason: 'Its sample was counted twice.', citeInstead: url },
  });
});

it('knows nothing of other works, of unreleased articles and of versions that do not exist', async () => {
  for (const citation of ['10.1234/x', 'https://x.test/articles/open-letter', 'not-yet', 'open-letter@7', '', '{}']) {
    expect(await find(citation)).toBeUndefined();
  }
});

it('knows the digest of a paid text only for its readers', async () => {
  const reader: Caller = { kind: 'subscriber', id: 'k', plan: 'pro', scopes: ['articles:read'] };
  for (const citation of [digests[2] ?? '', `paid-study@${digests[2]}`, `paid-study@${digests[2]?.slice(0, 23)}`]) {
    expect(await find(citation)).toBeUndefined();
  }
  expect(await find(digests[2] ?? '', reader)).toMatchObject({ slug: 'paid-study', version: '1.0' });
});

it('takes no longer for a citation with thousands of closing signs in it', async () => {
  const started = performance.now();
  for (const closing of [')', ']', '.']) {
    expect(await find(`https://x.test/${closing.repeat(20_000)}x`)).toBeUndefined();
    expect(await find(`10.1234/${closing.repeat(20_000)}x`)).toBeUndefined();
  }
  expect(performance.now() - started).toBeLessThan(500);
});

describe('a section of an earlier text', () => {
  it.each([
    ['that reads the same in the present one is current', '0.8', { standing: 'current' }],
    ['that was changed is as good as its text', '0.9', { standing: 'superseded', since: '2026-06-01' }],
  ])('%s', async (_, version, standing) => {
    for (const citation of [
      `open-letter@${version}#beginning`,
      `${url}/versions/${version}#beginning:~:text=words`,
      `@misc{x,\n  url = {${url}/versions/${version}\\#beginning},\n}`,
      `${testBase}/api/v1/articles/open-letter?version=${version}&section=beginning`,
    ])
      expect(await find(citation), citation).toMatchObject({ version, section: 'beginning', standing });
  });

  it('that it does not have is left out', async () => {
    const found = await find('open-letter@0.8#no-such-section');
    expect(found).toMatchObject({ version: '0.8', standing: { standing: 'superseded' } });
    expect(found?.section).toBeUndefined();
  });

  it('is left out in the paid part for a caller without a right', async () => {
    const found = await find('paid-study@0.9#the-paid-part');
    expect(found).toEqual({ ...(await find('paid-study@0.9')), section: undefined });
  });
});
