import { Client, type McpSubscription, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCatalogue } from '../../src/core/articles.ts';
import type { Services } from '../../src/core/services.ts';
import type { PublicArticle } from '../../src/library/library.ts';
import { freePort } from '../support/free-port.ts';
import { makeServices, serveDoor } from './mcp-harness.ts';

let services: Services;
let url: URL;
let close: () => void;

beforeAll(async () => {
  const port = await freePort();
  services = makeServices(`http://localhost:${port}`);
  services.notices.announce(services);
  ({ url, close } = await serveDoor(services, port));
});

afterAll(() => close());

/** Announces a release in which some articles are others. */
function release(change: (article: PublicArticle) => PublicArticle): void {
  const articles = services.library.articles.map(change);
  const catalogue = createCatalogue({ articles, withdrawn: [] }, services.now);
  services.notices.announce({ catalogue, paidContent: services.paidContent });
}

const uriOf = (article: PublicArticle | undefined) => services.urls.at(`/articles/${article?.slug}.md`);
const retitled = (slug: string | undefined) => (article: PublicArticle) =>
  article.slug === slug ? { ...article, title: `${article.title}, ${performance.now()}` } : article;

async function connectModern(to = url): Promise<{ client: Client; heard: string[] }> {
  const client = new Client(
    { name: 'quire-test', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(new StreamableHTTPClientTransport(to));
  const heard: string[] = [];
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri));
  client.setNotificationHandler('notifications/resources/list_changed', () => void heard.push('list'));
  return { client, heard };
}

describe('the client of MCP 2026-07-28', () => {
  it('hears of the articles it listens to and of the list, and of nothing else', async () => {
    const [first, second] = services.catalogue.list();
    const { client, heard } = await connectModern();
    expect(client.getServerCapabilities()?.resources).toEqual({ subscribe: true, listChanged: true });
    const uris = [uriOf(first), services.urls.at('/articles/no-such-article.md')];
    const subscription = await client.listen({ resourceSubscriptions: uris });
    expect(subscription.honoredFilter).toEqual({ resourceSubscriptions: [uriOf(first)] });
    const list = await connectModern();
    await list.client.listen({ resourcesListChanged: true });
    release(retitled(second?.slug));
    release(retitled(first?.slug));
    await expect.poll(() => heard).toEqual([uriOf(first)]);
    await expect.poll(() => list.heard).toEqual(['list', 'list']);
    await Promise.all([client.close(), list.client.close()]);
  });

  it('is agreed nothing by the server of the documentation, whose pages change only with the software', async () => {
    const { client } = await connectModern(new URL('/mcp/docs', url));
    expect(client.getServerCapabilities()?.resources).toEqual({});
    expect(await listenToList(client)).toBe('refused');
    await client.close();
  });
});

/** The client refuses by itself what the server did not announce. */
async function listenToList(client: Client): Promise<string> {
  const listening: Promise<McpSubscription> = client.listen({ resourcesListChanged: true });
  return listening.then(
    ({ honoredFilter }) => (honoredFilter.resourcesListChanged ? 'agreed' : 'refused'),
    () => 'refused',
  );
}

/** The last test: nothing can be listened to after it. */
describe('a process that is about to stop', () => {
  it('ends what its clients listen to', async () => {
    const { client } = await connectModern();
    const subscription = await client.listen({ resourcesListChanged: true });
    services.notices.close();
    expect(await subscription.closed).toBe('graceful');
    await client.close();
  });
});
