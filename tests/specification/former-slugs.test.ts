import { describe, expect, it } from 'vitest';
import { McpResponse } from '../../src/contract/schemas-mcp.ts';
import { ask, baseUrl, client, postJson } from '../support/client.ts';

const [present, former] = ['keys-that-prove-themselves', 'keys-without-a-database'];
const [removed, removedBefore] = ['what-an-agent-costs', 'the-price-of-an-agent'];
const replacement = `${baseUrl}/articles/what-an-agent-needs-from-a-website`;
const canary = 'WITHDRAWN-CANARY';

async function callTool(slug: string) {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_article', arguments: { slug } } };
  return McpResponse.parse(await (await postJson('/mcp', message)).json());
}

describe('a former slug', () => {
  it.each([
    ['', ''],
    ['.md', '.md'],
    ['.bib', '.bib'],
    ['?from=feed', '?from=feed'],
    ['.pdf', '.pdf'],
  ])('leads from its page%s to the present one', async (form, target) => {
    const response = await ask(`/articles/${former}${form}`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([308, `/articles/${present}${target}`]);
  });

  it.each([
    '/figures/SLUG/a-picture.svg',
    '/artifacts/SLUG/data.csv?token=t',
    '/og/SLUG.png',
    '/read/SLUG.md',
    '/read/SLUG',
  ])('leads from %s to the same under the present one', async (path) => {
    const response = await ask(path.replace('SLUG', former), { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([308, path.replace('SLUG', present)]);
  });

  it.each(['/api/v1', '/api/sandbox/v1'])(
    'leads to the present one under %s, with what was asked of it',
    async (root) => {
      const response = await ask(`${root}/articles/${former}?section=summary`, { redirect: 'manual' });
      const location = `${baseUrl}${root}/articles/${present}?section=summary`;
      expect([response.status, response.headers.get('location')]).toEqual([308, location]);
    },
  );

  it('is answered by the tool server as the present one', async () => {
    expect((await callTool(former)).error).toMatchObject({ code: 402, data: { article: { slug: present } } });
  });
});

describe('a removed article', () => {
  it.each(['', '.md', '.bib', '.ris', '.csl.json', '.pdf'])(
    'is 410 at its page%s, with reason and replacement',
    async (form) => {
      for (const slug of [removed, removedBefore]) {
        const response = await ask(`/articles/${slug}${form}`, { headers: { accept: 'text/markdown' } });
        expect(response.status).toBe(410);
        const text = await response.text();
        expect(text).toContain('counted each request twice');
        expect(text).toContain('Withdrawn on 21 November 2026.');
        expect(text).toContain(replacement);
        expect(text).not.toContain(canary);
      }
    },
  );

  it.each(['/figures/SLUG/a-picture.svg', '/artifacts/SLUG/data.csv', '/og/SLUG.png', '/read/SLUG.md'])(
    'is 410 at %s too',
    async (path) => {
      for (const slug of [removed, removedBefore]) expect((await ask(path.replace('SLUG', slug))).status).toBe(410);
    },
  );

  it('is 410 in the API and an error of the tool server, each with reason and replacement', async () => {
    const withdrawn = {
      date: '2026-11-21',
      reason: 'The log that it rests on counted each request twice.',
      replacement,
    };
    const response = await ask(`/api/v1/articles/${removed}`);
    expect([response.status, await response.json()]).toMatchObject([
      410,
      { error: { code: 'article_withdrawn', withdrawn } },
    ]);
    const { error } = await callTool(removedBefore);
    expect(error).toMatchObject({ code: -32602, data: { code: 'article_withdrawn', withdrawn } });
    expect(error?.message).toContain(`Read ${replacement} instead.`);
  });

  it('is in no list, feed, map or index', async () => {
    const { data } = await client.call('listArticles', { query: { per_page: 100 } });
    expect(data.map(({ slug }) => slug)).not.toContain(removed);
    for (const path of ['/articles', '/feed.xml', '/feed.json', '/sitemap.xml', '/llms.txt', '/llms-full.txt']) {
      expect(await (await ask(path)).text(), path).not.toContain(removed);
    }
    const { results } = await client.call('askGet', { query: { query: canary } });
    expect(JSON.stringify(results)).not.toContain(removed);
  });
});
