import { expect, it } from 'vitest';
import { makeArticle } from '../../../tests/support/library.ts';
import { createTestServices, testBase } from '../../../tests/support/services.ts';
import { createUrls } from '../../contract/urls.ts';
import { createVersions } from '../../core/access/article-versions.ts';
import { anonymous } from '../../core/access/caller.ts';
import { createCatalogue } from '../../core/articles.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { createRedeemHandler } from './redeem-endpoint.ts';

it('returns 410 for a receipt of a removed article whose slug another article has by now', async () => {
  const now = () => Date.UTC(2026, 10, 20);
  const services = createTestServices({ store: createMemoryStore(now), now });
  const digest = 'sha256:0';
  const record = {
    name: '1.0',
    label: null,
    tier: 'free',
    date: '2026-04-01',
    releaseAt: null,
    digest,
    part: '',
  } as const;
  const removed = { date: '2026-05-02', reason: 'Counted twice.', replacement: null, formerSlugs: ['open-letter'] };
  const withdrawn = [{ ...removed, id: 'open-letter', slug: 'removed-letter' }];
  const handler = createRedeemHandler({
    ...services,
    receipts: {
      ...services.receipts,
      read: async () => ({
        ...{ iss: testBase, publication: '', slug: 'open-letter', version: '1.0', content_digest: digest },
        ...{ license: '', sandbox: true, resourceUrl: testBase, issuedAt: 0 },
      }),
    },
    catalogue: createCatalogue({ ...services.library, withdrawn }, now),
    versions: createVersions(
      new Map([['open-letter', { examinedAt: 0, records: [record] }]]),
      async () => ({ article: makeArticle({ slug: 'open-letter', text: 'The removed text.' }), paid: null }),
      createUrls(testBase),
    ),
  });
  const redeem = async () =>
    handler({
      ...{
        request: { method: 'POST', url: '/', headers: new Headers() },
        url: new URL(testBase),
        params: {},
        query: undefined,
      },
      ...{ body: { receipt: 'r' }, bodyText: '', mirror: 'live', caller: anonymous, requestId: '', clientAddress: '' },
      spend: async () => {},
      note() {},
    });
  await expect(redeem()).rejects.toMatchObject({ code: 'article_withdrawn' });
});
