import { describe, expect, it } from 'vitest';
import { ErrorBody } from '../../src/contract/schemas-errors.ts';
import { ApiIndex } from '../../src/contract/schemas-index.ts';
import { ask, askJson, baseUrl, client } from '../support/client.ts';

describe('the root of the API', () => {
  it.each(['/api/v1', '/api/sandbox/v1'])(
    '%s names its operations by addresses that exist, and where they are described',
    async (root) => {
      const { operations, links } = await askJson(root, ApiIndex);
      expect(operations.map(({ id }) => id)).toEqual(
        expect.arrayContaining(['listArticles', 'getArticle', 'getPricing', 'agentSubscribe', 'listChanges']),
      );
      for (const { url, method } of operations) {
        expect(url.startsWith(`${baseUrl}${root}`)).toBe(true);
        if (method === 'GET' && !url.includes('{') && !url.includes('account'))
          expect((await fetch(url)).status, url).toBe(200);
      }
      for (const link of Object.values(links)) {
        const answer = await fetch(link, { method: 'OPTIONS' });
        expect(answer.status, link).toBe(204);
      }
    },
  );
});

describe('the corpus', () => {
  it('is described as a live data set whose fields its rows have', async () => {
    const dataset = await (await ask('/corpus.croissant.json')).json();
    expect(dataset).toMatchObject({ '@type': 'sc:Dataset', isLiveDataset: true, citeAs: expect.any(String) });
    const [{ contentUrl, encodingFormat }] = dataset.distribution;
    const response = await fetch(contentUrl);
    expect(encodingFormat).toEqual([response.headers.get('content-type'), 'application/jsonlines']);
    // mlcroissant 1.1.0 reads no document without a language, and JSON lines by columns of these types only.
    expect(dataset['@context']).toMatchObject({
      '@language': 'en',
      '@vocab': 'https://schema.org/',
      cr: expect.any(String),
    });
    const rows = (await response.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const optional = new Set(['markdown', 'content_digest']);
    for (const { name, dataType, source } of dataset.recordSet[0].field) {
      expect([source.extract, ['sc:Text', 'sc:Date', 'sc:URL'].includes(dataType)]).toEqual([{ column: name }, true]);
      const having = rows.filter((row) => row[name] !== undefined);
      expect([name, optional.has(name) ? having.length > 0 : having.length === rows.length]).toEqual([name, true]);
    }
  });
});

describe('the list of changes', () => {
  it('names every article once from the beginning, and nothing after that', async () => {
    const { data: articles } = await client.call('listArticles', { query: { per_page: 100 } });
    const seen: string[] = [];
    let since: string | undefined;
    for (let hasMore = true; hasMore; ) {
      const answer = await client.call('listChanges', { query: { limit: 3, ...(since && { since }) } });
      seen.push(...answer.data.map(({ slug }) => slug));
      since = answer.cursor;
      hasMore = answer.has_more;
    }
    expect(seen.sort()).toEqual(articles.map(({ slug }) => slug).sort());
    const after = await client.call('listChanges', { query: { since: since ?? '' } });
    expect(after).toMatchObject({ data: [], cursor: since, has_more: false });
  });

  it('begins again and says so when a cursor is of another journal, and refuses what is no cursor', async () => {
    const begun = await client.call('listChanges', { query: { since: '00000000-7', limit: 1 } });
    expect(begun).toMatchObject({ reset: true, has_more: true, data: [{ change: 'added' }] });
    const refused = await ask('/api/v1/changes?since=yesterday');
    const { error } = ErrorBody.parse(await refused.json());
    expect([refused.status, error.code]).toEqual([400, 'invalid_request']);
    expect(error.message).toContain('`cursor` of an earlier response, a date (YYYY-MM-DD)');
  });

  it('takes a date as `since`, and dates every change', async () => {
    const { data } = await client.call('listChanges', { query: { since: '2020-01-01' } });
    expect(data.length).toBeGreaterThan(0);
    for (const { date } of data) expect(Date.parse(date)).toBeLessThanOrEqual(Date.now());
    const later = await client.call('listChanges', { query: { since: '2199-01-01T00:00:00+01:00' } });
    expect(later).toMatchObject({ data: [], has_more: false });
  });

  it('stays on the mirror it is asked on', async () => {
    const { data } = await (await ask('/api/sandbox/v1/changes?limit=1')).json();
    expect(data[0].api_url).toBe(`${baseUrl}/api/sandbox/v1/articles/${data[0].slug}`);
  });
});
