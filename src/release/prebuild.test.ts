import { expect, it } from 'vitest';
import { folderOfTest } from '../../tests/support/folders.ts';
import { farFuture, makeArticle } from '../../tests/support/library.ts';
import { createTestServices } from '../../tests/support/services.ts';
import { openPartCache } from '../library/part-cache.ts';
import type { App } from '../serve/serve.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { prebuildResponses } from './prebuild.ts';

it('does not write the JSON of an article that would name a translation before its release', async () => {
  const articles = [
    makeArticle({ slug: 'houses' }),
    { ...makeArticle({ slug: 'maisons' }), language: 'fr', translationOf: 'houses' },
    { ...makeArticle({ slug: 'haeuser' }), language: 'de', translationOf: 'houses', releaseAt: farFuture },
    makeArticle({ slug: 'alone' }),
  ];
  const services = createTestServices({ store: createMemoryStore(() => farFuture), now: () => farFuture });
  const folder = folderOfTest();
  const asked: string[] = [];
  const createEntry: App['createEntry'] = async ({ url }) => {
    asked.push(url);
    return { status: 404, headers: [], content: undefined };
  };
  await prebuildResponses(folder, {
    services: { ...services, library: { ...services.library, articles } },
    app: { createEntry },
    site: {
      pages: new Map(),
      has: () => true,
      keyOf: (slug) => slug,
      renderArticle: async () => Buffer.from('A page.'),
    },
    settings: '',
    cache: openPartCache(`${folder}/parts`),
    earlier: { take: async () => false },
  });
  expect(asked).toEqual(['/api/v1/articles/alone']);
});
