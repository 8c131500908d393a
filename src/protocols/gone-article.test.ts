import { expect, it } from 'vitest';
import { createTestServices, testBase } from '../../tests/support/services.ts';
import { createUrls } from '../contract/urls.ts';
import { openReceipt } from '../core/access/access.ts';
import { createVersions } from '../core/access/article-versions.ts';
import { createCatalogue } from '../core/articles.ts';
import type { VersionList } from '../library/versions.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { toWireArticle } from './wire.ts';

it('an article that is gone has nothing of another one that has its slug and its id', async () => {
  const now = () => Date.UTC(2026, 10, 20);
  const plain = createTestServices({ store: createMemoryStore(now), now });
  const gone = plain.catalogue.find('open-letter') ?? expect.fail();
  const record = { label: null, tier: 'free', releaseAt: null, part: 'p' } as const;
  const versions = createVersions(
    new Map<string, VersionList>(
      Object.entries({
        [gone.id]: { examinedAt: 0, records: [{ ...record, name: '2.0', date: '2026-05-02', digest: 'sha256:2' }] },
        [`${gone.id}~p`]: {
          examinedAt: 0,
          isGone: true,
          records: [{ ...record, name: '1.0', date: '2026-05-01', digest: 'sha256:1' }],
        },
      }),
    ),
    async () => ({ article: { ...gone, title: 'As it was' }, paid: null }),
    createUrls(testBase),
  );
  const other = { ...gone, title: 'Something else', versionName: '2.0' };
  const services = { ...plain, versions, catalogue: createCatalogue({ articles: [other], withdrawn: [] }, now) };
  const opening = await openReceipt(services, { digest: 'sha256:1' });
  const wire = opening.kind === 'opened' ? toWireArticle(opening, services, 'full') : undefined;
  expect(wire).toMatchObject({ title: 'As it was', standing: 'current', versions: [] });
  expect([wire?.version_url, wire?.cite_instead]).toEqual([undefined, undefined]);
});
