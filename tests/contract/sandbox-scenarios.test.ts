import { beforeAll, describe, expect, it } from 'vitest';
import { Article } from '../../src/contract/schemas-articles.ts';
import { createTestApp } from '../support/app.ts';
import { makeLibrary, paidSentence } from '../support/library.ts';
import { testBase } from '../support/services.ts';

describe('a scenario of the sandbox', () => {
  let world: Awaited<ReturnType<typeof createTestApp>>;
  beforeAll(async () => {
    world = await createTestApp(makeLibrary(testBase));
  });

  async function read(scenario: string, { slug = 'paid-study', root = '/api/sandbox/v1' } = {}) {
    const headers = { 'x-sandbox-scenario': scenario };
    const request = new Request(`${testBase}${root}/articles/${slug}`, { headers });
    const response = await world.app.fetch(request, { requestId: 'same' });
    const text = await response.text();
    expect(text).not.toContain(paidSentence);
    return { status: response.status, headers: response.headers, text };
  }

  it.each([
    ['rate_limited', 429, '"code":"rate_limited"'],
    ['unavailable', 503, '"code":"store_unavailable"'],
    ['expired_key', 401, '"code":"invalid_key"'],
    ['withdrawn', 410, 'A scenario of the sandbox'],
    ['price_changed', 402, '"price":0.06'],
    ['payment_refused', 402, 'invalid_exact_evm_signature'],
    ['typo', 400, 'rate_limited, unavailable, slow'],
  ])('%s is %d, each time', async (scenario, status, part) => {
    for (const _ of [1, 2]) {
      const response = await read(scenario);
      expect(response.status).toBe(status);
      expect(response.text).toContain(part);
      if (status === 429 || status === 503) expect(response.headers.get('retry-after')).toMatch(/^(?:30|5)$/);
    }
  });

  it('corrected is a 200 whose standing says so, and the next request without it is not', async () => {
    const corrected = await read('corrected', { slug: 'open-letter' });
    expect(Article.parse(JSON.parse(corrected.text))).toMatchObject({ standing: 'corrected' });
    expect(corrected.headers.get('cache-control')).toBe('private, no-store');
    const request = new Request(`${testBase}/api/sandbox/v1/articles/open-letter`);
    const usual = await (await world.app.fetch(request, { requestId: 'same' })).json();
    expect(usual.standing).toBe('current');
  });

  it('slow takes three seconds and returns what is usual', async () => {
    const begun = performance.now();
    const { status } = await read('slow', { slug: 'open-letter' });
    expect(status).toBe(200);
    expect(performance.now() - begun).toBeGreaterThan(2_900);
  });

  it.each(['/articles', '/pricing', '/changes', '/agent/account', '/corpus'])(
    'is met by every operation of the mirror where it is no case of an article: %s',
    async (path) => {
      const ask = (scenario: string) =>
        world.app.fetch(
          new Request(`${testBase}/api/sandbox/v1${path}`, { headers: { 'x-sandbox-scenario': scenario } }),
        );
      const statuses = ['rate_limited', 'unavailable', 'expired_key', 'withdrawn', 'typo'].map(async (scenario) => {
        const response = await ask(scenario);
        return [scenario, response.status, response.headers.get('retry-after')];
      });
      expect(await Promise.all(statuses)).toEqual([
        ['rate_limited', 429, '30'],
        ['unavailable', 503, '5'],
        ['expired_key', 401, null],
        ['withdrawn', 400, null],
        ['typo', 400, null],
      ]);
      expect(await (await ask('typo')).text()).toContain('there are rate_limited, unavailable, slow, expired_key.');
    },
  );

  it('is ignored on /api/v1', async () => {
    expect((await read('rate_limited', { slug: 'open-letter', root: '/api/v1' })).status).toBe(200);
  });
});
