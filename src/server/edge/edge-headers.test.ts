import { describe, expect, it } from 'vitest';
import { createOauthService } from '../../../tests/support/oauth-service.ts';
import { toEdgeHeaders } from './edge-headers.ts';

const about = { pathname: '/articles/keys', tag: 'quire', isPurged: true, unchangedFor: Number.POSITIVE_INFINITY };
const limits = ['x-ratelimit-remaining', '599', 'ratelimit', '"api";r=599;t=60', 'x-request-id', 'one'];
const of = (headers: readonly string[], name: string) => headers[headers.indexOf(name) + 1];
const send = (control: string, more: Partial<typeof about> = {}) =>
  toEdgeHeaders(['etag', '"a"', 'cache-control', control, ...limits], { ...about, ...more });

describe('headers for a shared cache', () => {
  it('have nothing about one caller, and name the publication and the article', () => {
    expect(send('public, max-age=60')).toEqual([
      ...['etag', '"a"', 'cache-control', 'public, max-age=60, s-maxage=3600, stale-while-revalidate=60'],
      ...['cache-tag', 'quire,quire-keys', 'surrogate-key', 'quire quire-keys'],
    ]);
    expect(of(send('public, max-age=60', { pathname: '/pricing' }), 'cache-tag')).toBe('quire');
  });

  it.each(['private, max-age=60', 'no-store'])('stay as they are for %s', (control) => {
    expect(send(control)).toEqual(['etag', '"a"', 'cache-control', control, ...limits]);
  });

  it('promise no more freshness than the service without a purge', () => {
    expect(of(send('public, max-age=60', { isPurged: false }), 'cache-control')).toBe('public, max-age=60');
  });

  it('promise no more freshness than the service for keys, which change without a purge', async () => {
    const { fetch } = await createOauthService({ baseUrl: 'http://localhost:4321' });
    const keys = await fetch(new Request('http://localhost:4321/agent/auth/jwks.json'));
    const control = keys.headers.get('cache-control') ?? '';
    expect(control).toMatch(/^public, max-age=300\b/);
    expect(of(send(control), 'cache-control')).toBe(control);
  });

  it('expire when a scheduled article is released', () => {
    expect(of(send('public, max-age=60', { unchangedFor: 90_500 }), 'cache-control')).toBe(
      'public, max-age=60, s-maxage=90',
    );
    expect(of(send('public, max-age=60', { unchangedFor: 60_000 }), 'cache-control')).toBe('public, max-age=60');
  });
});
