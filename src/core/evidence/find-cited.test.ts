import { describe, expect, it } from 'vitest';
import { createTestServices, testBase } from '../../../tests/support/services.ts';
import type { VersionIndex } from '../../library/versions.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { createVersions } from '../access/article-versions.ts';
import { anonymous, type Caller } from '../access/caller.ts';
import { createUrls } from '../urls.ts';
import { findCited } from './find-cited.ts';

const now = () => Date.UTC(2026, 10, 20);
const digests = ['a', 'b', 'c'].map((digit) => `sha256:${digit.repeat(64)}`);
const record = { label: null, tier: 'free', releaseAt: null, part: '' } as const;
const index: VersionIndex = {
  'id-open-letter': {
    examinedAt: 0,
    records: [
      { ...record, name: '0.9', date: '2026-05-01', digest: digests[0] ?? '' },
      { ...record, name: '1.0', date: '2026-06-01', digest: digests[1] ?? '' },
    ],
  },
  'id-paid-study': {
    examinedAt: 0,
    records: [{ ...record, tier: 'paid', name: '1.0', date: '2026-06-01', digest: digests[2] ?? '' }],
  },
};
const services = {
  ...createTestServices({ store: createMemoryStore(now), now }),
  versions: createVersions(index, () => Promise.reject(new Error('No text is read.')), createUrls(testBase)),
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
    ['a BibTeX entry', `@article{x,\n  url = {${url}/versions/0.9},\n}`],
    ['a CSL item', JSON.stringify({ id: 'x', URL: `${url}/versions/0.9` }).replaceAll('/', '\\/')],
  ])('by %s', (_, citation) => {
    expect(find(citation)).toMatchObject({
      slug: 'open-letter',
      version: '0.9',
      standing: { standing: 'superseded', since: '2026-06-01', citeInstead: '/articles/open-letter/versions/1.0' },
    });
  });
});

it('finds an article by its URL, its slug, a former slug, and a removed one with its reason', () => {
  for (const citation of [url, `${url}.md`, 'open-letter', 'first-letter']) {
    expect(find(citation)).toEqual({ slug: 'open-letter', standing: { standing: 'current' } });
  }
  expect(find('lost-draft')).toMatchObject({
    slug: 'lost-study',
    standing: { standing: 'withdrawn', reason: 'Its sample was counted twice.', citeInstead: url },
  });
});

it('knows nothing of other works, of unreleased articles and of versions that do not exist', () => {
  for (const citation of ['10.1234/x', 'https://x.test/articles/open-letter', 'not-yet', 'open-letter@7', '', '{}']) {
    expect(find(citation)).toBeUndefined();
  }
});

it('knows the digest of a paid text only for its readers', () => {
  const reader: Caller = { kind: 'subscriber', id: 'k', plan: 'pro', scopes: ['articles:read'] };
  for (const citation of [digests[2] ?? '', `paid-study@${digests[2]}`, `paid-study@${digests[2]?.slice(0, 23)}`]) {
    expect(find(citation)).toBeUndefined();
  }
  expect(find(digests[2] ?? '', reader)).toMatchObject({ slug: 'paid-study', version: '1.0' });
});
