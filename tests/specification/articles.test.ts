import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Article, ArticleSummary, PaginatedArticles } from '../../src/contract/schemas-articles.ts';
import { ErrorBody, PaymentError } from '../../src/contract/schemas-errors.ts';
import { Pricing } from '../../src/contract/schemas-payment.ts';
import { ask, askJson, baseUrl, bearer, client, newKey, pickArticles } from '../support/client.ts';

let free: string;
let paid: string;

beforeAll(async () => {
  ({ free, paid } = await pickArticles());
});

describe('the list of articles', () => {
  it('holds free and paid articles, each as an ArticleSummary', async () => {
    const { data } = await client.call('listArticles', { query: { per_page: 100 } });
    expect(z.array(ArticleSummary).parse(data).length).toBeGreaterThanOrEqual(6);
    expect(new Set(data.map(({ tier }) => tier))).toEqual(new Set(['free', 'paid']));
    for (const { url, slug, date } of data) {
      expect(url).toBe(`${baseUrl}/articles/${slug}`);
      expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
  });

  it('starts at page 1 with 10 articles', async () => {
    const { data, pagination } = await client.call('listArticles');
    expect(pagination).toMatchObject({ page: 1, per_page: 10, prev: null });
    expect(data.length).toBe(Math.min(10, pagination.total ?? 0));
  });

  it('is walked to the end by following next, and back by prev', async () => {
    const seen: string[] = [];
    let next: string | null | undefined = `${baseUrl}/api/v1/articles?per_page=4`;
    let last = next;
    while (next) {
      last = next;
      const page: z.infer<typeof PaginatedArticles> = await askJson(next.slice(baseUrl.length), PaginatedArticles);
      seen.push(...page.data.map(({ slug }) => slug));
      next = page.pagination.next;
    }
    const { pagination } = await askJson(last.slice(baseUrl.length), PaginatedArticles);
    expect(seen.length).toBe(pagination.total);
    expect(new Set(seen).size).toBe(seen.length);
    expect(pagination.prev).toContain('per_page=4');
  });

  it('is newest first, and withdrawn articles stand after all others and say so', async () => {
    const { data } = await client.call('listArticles', { query: { per_page: 100 } });
    const datesOf = (isWithdrawn: boolean) =>
      data.filter(({ retracted = false }) => retracted === isWithdrawn).map(({ date }) => date ?? '');
    for (const dates of [datesOf(false), datesOf(true)]) expect(dates).toEqual([...dates].sort().reverse());
    const withdrawn = data.map(({ retracted = false }) => retracted);
    expect(withdrawn).toContain(true);
    expect(withdrawn).toEqual([...withdrawn].sort());
  });

  it('is narrowed by tier, tag and day, with links that keep the filters', async () => {
    const all = (await client.call('listArticles', { query: { per_page: 100 } })).data;
    const slugs = async (query: Record<string, string | number>) => {
      const { data, pagination } = await client.call('listArticles', { query: { per_page: 100, ...query } });
      expect(pagination.total).toBe(data.length);
      return data.map(({ slug }) => slug);
    };
    const chosen = (isWanted: (article: (typeof all)[number]) => boolean) =>
      all.filter(isWanted).map(({ slug }) => slug);
    expect(await slugs({ tier: 'paid' })).toEqual(chosen(({ tier }) => tier === 'paid'));
    const tag = all[0]?.tags?.[0] ?? '';
    expect(await slugs({ tag })).toEqual(chosen(({ tags }) => tags?.includes(tag) === true));
    const day = all[0]?.date ?? '';
    const since = chosen(({ date = '', updated = date }) => updated >= day);
    expect(await slugs({ updated_since: day })).toEqual(since);
    expect(await slugs({ updated_since: `${day}T13:00:00Z` })).toEqual(since);
    expect(await slugs({ updated_since: '2999-01-01' })).toEqual([]);
    expect(await slugs({ tag: 'no-such-tag', whatever: 1 })).toEqual([]);
    const { pagination } = await client.call('listArticles', { query: { tier: 'paid', per_page: 1 } });
    expect(pagination.next).toBe(`${baseUrl}/api/v1/articles?tier=paid&per_page=1&page=2`);
  });

  it.each(['tier=cheap', 'tag=', 'updated_since=yesterday', 'updated_since=2026-02-30'])(
    'refuses %s with invalid_request',
    async (query) => {
      const response = await ask(`/api/v1/articles?${query}`);
      expect(response.status).toBe(400);
      expect(ErrorBody.parse(await response.json()).error.code).toBe('invalid_request');
    },
  );

  it.each(['q', 'search'])(
    'leads ?%s= to /ask, since a list that ignored it would look like a result',
    async (name) => {
      const response = await ask(`/api/v1/articles?${name}=rate+limits`);
      expect(response.status).toBe(400);
      const { message } = ErrorBody.parse(await response.json()).error;
      const [url = ''] = /https?:\S+\/ask\?\S+/.exec(message) ?? [];
      expect((await (await fetch(url)).json()).query).toBe('rate limits');
    },
  );

  it('says what a time may be that it cannot read', async () => {
    const { error } = ErrorBody.parse(await (await ask('/api/v1/articles?updated_since=yesterday')).json());
    expect(error.message).toContain('updated_since: a day (YYYY-MM-DD) or a moment with its offset');
  });

  it('says the same links in the Link header', async () => {
    const response = await ask('/api/v1/articles?per_page=2&page=2');
    const { pagination } = PaginatedArticles.parse(await response.json());
    const link = response.headers.get('link') ?? '';
    expect(link.startsWith(`<${pagination.next}>; rel="next", <${pagination.prev}>; rel="prev", `)).toBe(true);
    expect(link).toContain(`<${baseUrl}/openapi.json>; rel="service-desc"; type="application/json"`);
  });

  it.each(['page=0', 'page=-1', 'page=one', 'page=1.5', 'per_page=0', 'per_page='])(
    'refuses %s with invalid_pagination',
    async (query) => {
      const response = await ask(`/api/v1/articles?${query}`);
      expect(response.status).toBe(400);
      expect(ErrorBody.parse(await response.json()).error.code).toBe('invalid_pagination');
    },
  );

  it.each(['10000000000', '9007199254740991', '9'.repeat(400)])(
    'takes %s for the number of a page past the end: it is a whole number of 1 or more',
    async (page) => {
      const past = await askJson(`/api/v1/articles?page=${page}&per_page=${page}`, PaginatedArticles);
      expect([past.data, past.pagination.per_page, past.pagination.next]).toEqual([[], 100, null]);
      expect(past.pagination.page).toBe(Math.min(Number(page), Number.MAX_SAFE_INTEGER));
      expect(past.pagination.prev).toBe(`${baseUrl}/api/v1/articles?page=1&per_page=${page}`);
    },
  );

  it('serves per_page over 100 as 100 and a page past the end as an empty one with a prev', async () => {
    const { pagination } = await client.call('listArticles', { query: { per_page: 5000 } });
    expect(pagination.per_page).toBe(100);
    const past = await client.call('listArticles', { query: { page: 9999 } });
    expect(past.data).toEqual([]);
    expect(past.pagination.next).toBeNull();
    expect(past.pagination.prev).toContain('/api/v1/articles?page=');
  });
});

describe('one article', () => {
  it('is returned whole without a credential when it is free', async () => {
    const article = await client.call('getArticle', { params: { slug: free } });
    expect(Article.parse(article)).toMatchObject({
      slug: free,
      tier: 'free',
      access_level: 'public',
      url: `${baseUrl}/articles/${free}`,
    });
    expect((article.markdown ?? '').split(/\s+/).length).toBeGreaterThanOrEqual(article.words ?? Number.NaN);
    expect(article).toMatchObject({
      id: expect.any(String),
      title: expect.any(String),
      description: expect.any(String),
      date: expect.any(String),
    });
  });

  it('is returned whole whatever the credential when it is free', async () => {
    const response = await ask(`/api/v1/articles/${free}`, bearer('quire_demo_nonsense'));
    expect(response.status).toBe(200);
  });

  it('answers 402 with a PaymentError when it is paid and no key is sent', async () => {
    const response = await ask(`/api/v1/articles/${paid}`);
    expect(response.status).toBe(402);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const body = PaymentError.parse(await response.json());
    expect(body.error.code).toBe('payment_required');
    expect(body.payment).toMatchObject({
      required: true,
      price: expect.any(Number),
      currency: 'USD',
      pay_endpoint: `${baseUrl}/api/v1/agent/subscribe`,
      pricing: `${baseUrl}/pricing`,
    });
    expect(body.article?.preview_words).toBeLessThan(body.article?.words ?? 0);
  });

  it('answers 401 with an Error and the challenge when it is paid and the key is invalid', async () => {
    const response = await ask(`/api/v1/articles/${paid}`, bearer('quire_demo_nonsense'));
    expect(response.status).toBe(401);
    expect(ErrorBody.parse(await response.json()).error.code).toBe('invalid_key');
    expect(response.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${baseUrl}/.well-known/oauth-protected-resource"`,
    );
  });

  it('answers 200 with an Article when it is paid and the key is valid', async () => {
    const response = await ask(`/api/v1/articles/${paid}`, bearer(await newKey()));
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toMatch(/^private/);
    expect(response.headers.get('etag')).toBeNull();
    const article = Article.parse(await response.json());
    expect(article).toMatchObject({ slug: paid, tier: 'paid', access_level: 'subscriber' });
    expect((article.markdown ?? '').split(/\s+/).length).toBeGreaterThan(800);
  });

  it('takes no other scheme than Bearer for a key', async () => {
    const response = await ask(`/api/v1/articles/${paid}`, { headers: { authorization: 'Payment abc' } });
    expect(response.status).toBe(402);
  });

  it.each([undefined, 'Bearer quire_demo_nonsense'])(
    'answers 404 with an Error when the slug is unknown (credential %s)',
    async (authorization) => {
      const response = await ask('/api/v1/articles/no-such-article', {
        headers: authorization ? { authorization } : {},
      });
      expect(response.status).toBe(404);
      expect(ErrorBody.parse(await response.json()).error).toMatchObject({
        code: 'article_not_found',
        docs_url: `${baseUrl}/developers.md#article_not_found`,
      });
    },
  );
});

describe('the price list', () => {
  it('names at least a free and a paid tier, and the 402 asks the price of the paid one', async () => {
    const { tiers } = Pricing.parse(await client.call('getPricing'));
    expect(tiers.map(({ tier }) => tier)).toEqual(expect.arrayContaining(['free', 'paid']));
    const { payment } = await askJson(`/api/v1/articles/${paid}`, PaymentError);
    expect(payment.price).toBe(tiers.find(({ tier }) => tier === 'paid')?.price);
  });
});
