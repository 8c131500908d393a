import { beforeAll, describe, expect, it } from 'vitest';
import { Account, SubscribeResponse } from '../../src/contract/schemas-access.ts';
import { ErrorBody } from '../../src/contract/schemas-errors.ts';
import type { WithdrawnArticle } from '../../src/library/library.ts';
import { encodeHeader } from '../../src/protocols/x402/header.ts';
import { createMemoryStore } from '../../src/store/memory-store.ts';
import { createWallet, signPayment } from '../conformance/x402-wallet.ts';
import { createTestApp } from '../support/app.ts';
import { makeLibrary } from '../support/library.ts';
import { testBase } from '../support/services.ts';

let world: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  world = await createTestApp(makeLibrary(testBase), { now: Date.now });
});

function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return world.app.fetch(new Request(testBase + path, { method, headers }));
}
const account = '/api/v1/agent/account';
type Named = { slug: string; id: string; title?: string; description?: string; text?: string };

/** The same library with articles that have other names, and other texts where `text` has a digest. */
function rename(
  { open, sold }: ReturnType<typeof makeLibrary>,
  changes: Partial<Record<string, Named>>,
  withdrawn: WithdrawnArticle[],
): ReturnType<typeof makeLibrary> {
  const articles = open.articles.map((article) => ({ ...article, ...changes[article.slug] }));
  const paid = sold.articles.map((article) => {
    const { slug = article.slug, text = article.textDigest } = changes[article.slug] ?? {};
    return { ...article, slug, textDigest: text };
  });
  return { open: { ...open, articles, withdrawn }, sold: { ...sold, articles: paid } };
}

const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` });

async function subscribe(plan: string) {
  const request = new Request(`${testBase}/api/v1/agent/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ plan }),
  });
  return SubscribeResponse.parse(await (await world.app.fetch(request)).json()).api_key;
}

async function issue(
  about: { subject?: string; scopes?: ('articles:read' | 'mcp:connect')[]; resource?: string } = {},
) {
  const { subject = 'visitor_one', scopes = ['mcp:connect'], resource = testBase } = about;
  const terms = { clientId: 'client_app', subject, plan: 'demo', scopes, resources: [resource] };
  return (await world.server.tokens.issue(terms)).token;
}

describe('the account', () => {
  it.each([
    ['no credential', undefined, 'unauthorized'],
    ['another scheme', 'Basic eDp5', 'unauthorized'],
    ['a forged key', `Bearer quire_demo_${'0'.repeat(64)}`, 'invalid_key'],
    ['no token after Bearer', 'Bearer', 'invalid_key'],
  ])('is refused to %s with the exact challenge', async (_, authorization, code) => {
    for (const path of [account, '/api/sandbox/v1/agent/account']) {
      const response = await ask(path, authorization ? { authorization } : {});
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe(
        `Bearer resource_metadata="${testBase}/.well-known/oauth-protected-resource"`,
      );
      expect(ErrorBody.parse(await response.json()).error.code).toBe(code);
    }
  });

  it('tells plan, scopes and times of a key, and never the key', async () => {
    for (const plan of ['paid', 'gold']) {
      const key = await subscribe(plan);
      const response = await ask(account, bearer(key));
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(response.headers.get('vary')).toContain('Authorization');
      const text = await response.text();
      expect(text).not.toContain(key.slice(-32));
      expect(Account.parse(JSON.parse(text))).toMatchObject({
        plan,
        scopes: ['articles:read', 'mcp:connect'],
        expires: null,
        bought: [],
      });
      expect(Math.abs(Date.parse(JSON.parse(text).created) - Date.now())).toBeLessThan(60_000);
    }
  });

  it('tells when a token ends, whatever its scopes, where its audience says', async () => {
    const told = Account.parse(await (await ask(account, bearer(await issue()))).json());
    expect(told).toMatchObject({ id: 'visitor_one', plan: 'demo', scopes: ['mcp:connect'] });
    expect(Date.parse(told.expires ?? '') - Date.parse(told.created ?? '')).toBe(3_600_000);
    expect((await ask(account, bearer(await issue({ resource: `${testBase}/mcp` })))).status).toBe(401);
    expect((await ask(account, bearer(await issue({ resource: `${testBase}/api/v1` })))).status).toBe(200);
  });

  it('lists what was bought while the credential was shown, once, on the mirror that is asked', async () => {
    const headers = bearer(await issue({ subject: 'visitor_buyer' }));
    for (const slug of ['paid-survey', 'paid-study', 'paid-survey']) {
      const payment = encodeHeader(await signPayment(createWallet(), 2));
      const paid = await ask(`/api/v1/articles/${slug}`, { ...headers, 'payment-signature': payment });
      expect(paid.status).toBe(200);
    }
    const addresses = async (path: string) =>
      Account.parse(await (await ask(path, headers)).json()).bought.map(({ url }) => url);
    expect(await addresses(account)).toEqual([
      `${testBase}/api/v1/articles/paid-survey`,
      `${testBase}/api/v1/articles/paid-study`,
    ]);
    expect((await addresses('/api/sandbox/v1/agent/account'))[0]).toContain('/api/sandbox/v1/');
  });

  it('lists what was bought by its present name, and nothing that another article took the name of', async () => {
    const store = createMemoryStore(Date.now);
    const bought = makeLibrary(testBase);
    const before = await createTestApp(bought, { now: Date.now, store });
    const terms = { clientId: 'client_app', subject: 'visitor_buyer', plan: 'demo', scopes: ['mcp:connect' as const] };
    const headers = bearer((await before.server.tokens.issue({ ...terms, resources: [testBase] })).token);
    for (const slug of ['paid-survey', 'paid-study']) {
      const payment = encodeHeader(await signPayment(createWallet(), 2));
      const request = { headers: { ...headers, 'payment-signature': payment } };
      expect((await before.app.fetch(new Request(`${testBase}/api/v1/articles/${slug}`, request))).status).toBe(200);
    }
    const list = async (changes: Partial<Record<string, Named>>, withdrawn: WithdrawnArticle[] = []) => {
      const { app } = await createTestApp(rename(bought, changes, withdrawn), { now: Date.now, store });
      const response = await app.fetch(new Request(testBase + account, { headers }));
      const slugs = Account.parse(await response.json()).bought.map(({ slug }) => slug);
      const open = (slug: string) => app.fetch(new Request(`${testBase}/api/v1/articles/${slug}`, { headers }));
      return Promise.all(slugs.map(async (slug) => [slug, (await open(slug)).status]));
    };
    const other = { slug: 'paid-study', id: 'another', title: 'Lamps', description: 'Of lamps.', text: 'sha256:0' };
    const renamed = { slug: 'survey-renamed', id: 'survey-renamed' };
    expect(await list({ 'paid-survey': renamed, 'paid-study': other })).toEqual([['survey-renamed', 200]]);
    const removed = { date: '2026-05-02', reason: 'Counted twice.', replacement: null, formerSlugs: ['paid-study'] };
    expect(await list({ 'paid-study': other }, [{ ...removed, id: 'id-paid-study', slug: 'study-removed' }])).toEqual([
      ['paid-survey', 200],
      ['study-removed', 410],
    ]);
  });

  it('of one user of a client shows nothing of another user of it, and each has a limit of its own', async () => {
    const [buyer, other] = [
      bearer(await issue({ subject: 'visitor_a' })),
      bearer(await issue({ subject: 'visitor_b' })),
    ];
    const payment = encodeHeader(await signPayment(createWallet(), 2));
    const paid = await ask('/api/v1/articles/paid-survey', { ...buyer, 'payment-signature': payment });
    expect(paid.status).toBe(200);
    const remaining = async (headers: Record<string, string>) =>
      Number((await ask('/api/v1/pricing', headers)).headers.get('x-ratelimit-remaining'));
    expect(await remaining(buyer)).toBe((await remaining(other)) - 1);
    const told = Account.parse(await (await ask(account, other)).json());
    expect([told.id, told.bought]).toEqual(['visitor_b', []]);
  });

  it('is not for other methods, and HEAD answers as GET', async () => {
    expect((await ask(account, {}, 'POST')).status).toBe(405);
    expect((await ask(account, {}, 'HEAD')).status).toBe(401);
  });
});
