import { describe, expect, it } from 'vitest';
import { canaries, canarySlug } from '../security/canaries.ts';
import { ask, baseUrl, newKey, slugsByTier } from '../support/client.ts';

async function unlock(headers: Record<string, string>, body: string): Promise<Response> {
  return ask('/unlock', {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  });
}

describe('unlocking in a browser', () => {
  it('refuses a form that another site sent, and one that says nothing about where it came from', async () => {
    const { paid } = await slugsByTier();
    const body = `slug=${paid[0]}`;
    expect((await unlock({ 'sec-fetch-site': 'cross-site', origin: baseUrl }, body)).status).toBe(403);
    expect((await unlock({ origin: 'https://evil.example' }, body)).status).toBe(403);
    expect((await unlock({}, body)).status).toBe(403);
    expect((await ask('/sign-out', { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
  });

  it('leads a reader who signs out to an article of this site, and to no other address', async () => {
    const signOut = async (path: string) => {
      const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' };
      const body = new URLSearchParams({ path }).toString();
      return (await ask('/sign-out', { method: 'POST', redirect: 'manual', headers, body })).headers.get('location');
    };
    expect(await signOut('/articles/a-b')).toBe('/articles/a-b#signed-out');
    for (const path of ['', '//evil.example', 'https://evil.example/articles/a', '/articles/a?x', '/articles/a/../b'])
      expect(await signOut(path), path).toBe('/articles');
  });

  it('refuses a form without an article', async () => {
    expect((await unlock({ origin: baseUrl }, 'slug=nothing-of-this-name')).status).toBe(400);
    expect((await unlock({ origin: baseUrl }, `slug=${'x'.repeat(5_000)}`)).status).toBe(400);
  });

  it('takes no key but one that opens the article, keeps it, and shows it nowhere', async () => {
    const { paid } = await slugsByTier();
    const own = { 'sec-fetch-site': 'same-origin' };
    const key = await newKey();
    const taken = await unlock(own, new URLSearchParams({ slug: paid[0] ?? '', key }).toString());
    expect(taken.status).toBe(303);
    expect(taken.headers.get('location')).toBe(`/articles/${paid[0]}#preview-end`);
    const cookies = taken.headers.getSetCookie();
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(new RegExp(`^reader_key=${key};.*HttpOnly`));
    for (const wrong of ['', 'nonsense', `${key}0`, '<script>alert(1)</script>', 'x y; reader_key=z']) {
      const refused = await unlock(own, new URLSearchParams({ slug: paid[0] ?? '', key: wrong }).toString());
      expect(refused.status, wrong).toBe(403);
      expect(refused.headers.get('cache-control')).toBe('no-store');
      expect(refused.headers.getSetCookie()).toEqual([]);
      const text = await refused.text();
      expect(text).toContain('This key does not open the article');
      if (wrong !== '') expect(text).not.toContain(wrong);
    }
    const forged = await unlock({ origin: 'https://evil.example' }, `slug=${paid[0]}&key=${key}`);
    expect([forged.status, forged.headers.getSetCookie()]).toEqual([403, []]);
  });

  it('lets the search page find paid text for a reader whose key opens it, and for no other', async () => {
    const key = await newKey();
    const found = `href="/articles/${canarySlug}#`;
    const search = async (cookie?: string) => {
      const headers: Record<string, string> = cookie === undefined ? {} : { cookie };
      const response = await ask(`/search?q=${canaries[0]}`, { headers });
      expect(response.headers.get('cache-control')).toContain('no-store');
      return response.text();
    };
    expect(await search(`reader_key=${key}`)).toContain(found);
    // Right after a reader with a right, and with keys that give none.
    for (const cookie of [undefined, 'reader_key=', `reader_key=${key}0`, `reader_key=${'a'.repeat(64)}`, 'other=1'])
      expect(await search(cookie), cookie).not.toContain(found);
  });

  it('answers other methods with 405', async () => {
    const response = await ask('/unlock');
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST, OPTIONS');
  });

  it('gives the whole article as markdown to the cookie only, and leads everybody else to the preview', async () => {
    const { free, paid } = await slugsByTier();
    const key = await newKey();
    const read = (slug: string | undefined, headers: Record<string, string>) =>
      ask(`/read/${slug}.md`, { headers, redirect: 'manual' });
    const earned = await read(paid[0], { cookie: `reader_key=${key}` });
    expect(earned.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(earned.headers.get('etag')).toBeNull();
    const whole = await earned.text();
    const preview = await (await ask(`/articles/${paid[0]}.md`)).text();
    expect(whole.length).toBeGreaterThan(preview.length * 1.5);
    expect(whole).not.toContain('The preview ends here');

    const refused = [await read(paid[0], {}), await read(paid[0], { cookie: 'reader_key=nonsense' })];
    for (const answer of [...refused, await read(free[0], { cookie: `reader_key=${key}` })]) {
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toMatch(/^\/articles\/[a-z0-9-]+\.md$/);
      expect(await answer.text()).toBe('');
    }
    for (const answer of [earned, ...refused]) {
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect(answer.headers.get('vary')).toContain('Cookie');
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
    expect((await read('no-such-article', { cookie: `reader_key=${key}` })).status).toBe(404);
  });

  it('is not a credential of the API', async () => {
    const { paid } = await slugsByTier();
    const key = await newKey();
    const response = await ask(`/api/v1/articles/${paid[0]}`, { headers: { cookie: `reader_key=${key}` } });
    expect(response.status).toBe(402);
  });

  it('makes no second subscription for a reader who has one', async () => {
    const { paid } = await slugsByTier();
    const first = await unlock({ 'sec-fetch-site': 'same-origin' }, `slug=${paid[0]}`);
    const cookie = first.headers.getSetCookie().find((line) => line.startsWith('reader_key='));
    expect(first.status).toBe(303);
    const second = await unlock(
      { 'sec-fetch-site': 'same-origin', cookie: cookie?.split(';')[0] ?? '' },
      `slug=${paid[1]}`,
    );
    expect(second.status).toBe(303);
    expect(second.headers.getSetCookie()).toEqual([]);
  });
});
