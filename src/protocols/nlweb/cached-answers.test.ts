import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { farFuture } from '../../../tests/support/library.ts';
import { createTestServices } from '../../../tests/support/services.ts';
import { toWebResponse } from '../../../tests/support/web-response.ts';
import { Payment } from '../../contract/schemas-payment.ts';
import { anonymous } from '../../core/access/caller.ts';
import { answerQuestion } from '../../core/question-answering.ts';
import type { Services } from '../../core/services.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { joinPieces } from '../json.ts';
import { createAskHandlers } from './ask-handlers.ts';
import { createPassageWriter } from './passage-text.ts';

const store = createMemoryStore(() => 0);
const HttpResponse = z.looseObject({ query_id: z.string(), results: z.array(z.looseObject({ url: z.string() })) });

function openAsk(services: Services) {
  const { askGet } = createAskHandlers(services);
  return async (query: string) => {
    const answer = await askGet({
      request: new Request('https://quire.test/ask'),
      url: new URL(`https://quire.test/ask?${query}`),
      params: {},
      query: { query: '' },
      body: undefined,
      bodyText: '',
      mirror: 'live',
      caller: anonymous,
      requestId: 'r1',
      spend: async () => undefined,
      note: () => undefined,
      clientAddress: '127.0.0.1',
    });
    return HttpResponse.parse(await toWebResponse(answer).json());
  };
}

/** Services that count how often the index is asked. */
function countSearches() {
  const services = createTestServices({ store });
  let searches = 0;
  const open: Services['search']['open'] = {
    ...services.search.open,
    search(query) {
      searches += 1;
      return services.search.open.search(query);
    },
  };
  return { services: { ...services, search: { ...services.search, open } }, searches: () => searches };
}

describe('a question that was asked before', () => {
  it('is answered without a search, and under an id of its own', async () => {
    const { services, searches } = countSearches();
    const ask = openAsk(services);
    const [first, again] = [await ask('query=markdown'), await ask('query=markdown')];
    expect(searches()).toBe(1);
    expect(again.query_id).not.toBe(first.query_id);
    expect({ ...again, query_id: '' }).toEqual({ ...first, query_id: '' });
    expect((await ask('query=markdown&query_id=m%22ine')).query_id).toBe('m"ine');
  });

  it.each([
    'query=markdown+limits',
    'query=markdown&num_results=1',
    'query=markdown&mode=summarize',
    'query=markdown&site=elsewhere.example',
    'query=is+it+markdown&prev=rate+limits',
  ])('is not taken for %s', async (other) => {
    const { services } = countSearches();
    const ask = openAsk(services);
    await ask('query=markdown');
    await ask('query=is+it+markdown');
    const fresh = await openAsk(countSearches().services)(other);
    expect({ ...(await ask(other)), query_id: '' }).toEqual({ ...fresh, query_id: '' });
  });

  it('is searched again when an article has been released since', async () => {
    let now = Date.UTC(2026, 10, 20);
    const ask = openAsk(createTestServices({ store, now: () => now }));
    expect((await ask('query=lighthouses')).results).toEqual([]);
    now = farFuture;
    expect((await ask('query=lighthouses')).results).toMatchObject([{ url: 'https://quire.test/articles/not-yet' }]);
  });
});

it('writes of every article the same members in a result and in an item', async () => {
  const services = createTestServices({ store });
  const writer = createPassageWriter({ ...services, site: 'quire.test' });
  const question = { text: 'preview agents limits', previous: [], limit: 10, offset: 0, minScore: 0 };
  const { passages } = await answerQuestion(services, question, 'open');
  expect(passages.length).toBeGreaterThan(2);
  for (const passage of passages) {
    const result = JSON.parse(joinPieces(writer.writeResult(passage)).toString());
    const { '@context': _, ...about } = result.schema_object;
    expect(Object.keys(result)).toEqual(['url', 'name', 'site', 'score', 'description', 'schema_object']);
    expect(about).toMatchObject({ '@type': 'ScholarlyArticle', description: passage.article.description });
    expect(about.hasPart).toMatchObject({ name: passage.heading });
    const item = { ...about, '@type': ['Article', 'ScholarlyArticle'], ...result };
    expect(JSON.parse(joinPieces(writer.writeItem(passage)).toString())).toEqual(item);
  }
});

it('writes the price of a result whose section is paid, as in a 402', async () => {
  const services = createTestServices({ store });
  const writer = createPassageWriter({ ...services, site: 'quire.test' });
  const question = { text: 'payment challenges', previous: [], limit: 1, offset: 0, minScore: 0 };
  const [passage] = (await answerQuestion(services, question, 'open')).passages;
  if (!passage) throw new Error('Nothing was found.');
  const offer = { price: 0.05, currency: 'USD' };
  const result = JSON.parse(joinPieces(writer.writeResult({ ...passage, offer })).toString());
  expect(Payment.parse(result.payment)).toMatchObject({ required: true, ...offer });
  expect(result.schema_object.hasPart).toMatchObject({ isAccessibleForFree: false });
});
