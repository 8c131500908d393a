import { describe, expect, it } from 'vitest';
import { operations } from '../contract/operations.ts';
import { createRoutes } from './routes.ts';

const route = createRoutes((pathname) => pathname === '/agent/auth' || pathname === '/mcp/server-card');

describe('the router', () => {
  it('finds every operation of the contract table at its own path', () => {
    for (const [id, operation] of Object.entries(operations)) {
      if (operation.method === 'OPTIONS') continue;
      const path = operation.path.replace(/\{\w+\}/g, 'some-name');
      expect(route(operation.method, path)).toMatchObject({ kind: 'operation', id });
    }
  });

  it('routes the mirrored operations under the sandbox too, and only those', () => {
    expect(route('GET', '/api/sandbox/v1/articles')).toMatchObject({ id: 'listArticles', mirror: 'sandbox' });
    expect(route('GET', '/api/sandbox/v1/ask')).toMatchObject({ kind: 'nowhere', mirror: 'sandbox' });
  });

  it('takes the sandbox server of the OpenAPI document followed by the whole path', () => {
    expect(route('GET', '/api/sandbox/v1/api/v1/articles/one')).toMatchObject({
      id: 'getArticle',
      mirror: 'sandbox',
      params: { slug: 'one' },
    });
  });

  it('lists the methods of a path', () => {
    expect(route('DELETE', '/api/v1/articles')).toMatchObject({ kind: 'no-method', allow: ['GET', 'HEAD', 'OPTIONS'] });
    expect(route('GET', '/api/v1/agent/subscribe')).toMatchObject({ kind: 'no-method', allow: ['POST', 'OPTIONS'] });
  });

  it('leaves OPTIONS to the one response for all paths', () => {
    expect(route('OPTIONS', '/checkout_sessions')).toMatchObject({ kind: 'no-method', allow: ['POST', 'OPTIONS'] });
  });

  it('decodes a segment once and never across a slash', () => {
    expect(route('GET', '/api/v1/articles/%70aid')).toMatchObject({ params: { slug: 'paid' } });
    expect(route('GET', '/api/v1/articles/%2570aid')).toMatchObject({ params: { slug: '%70aid' } });
    expect(route('GET', '/api/v1/articles/a/b').kind).toBe('nowhere');
    expect(route('GET', '/api/v1/articles/%zz').kind).toBe('nowhere');
    expect(route('GET', '/api/v1/articles/').kind).toBe('nowhere');
  });
});

describe('pages', () => {
  it('has a document at the path of an operation, which takes other methods', () => {
    expect(route('GET', '/agent/auth')).toMatchObject({ kind: 'file', errorFormat: 'page' });
    expect(route('POST', '/agent/auth')).toMatchObject({ kind: 'operation', id: 'agentAuthRegister' });
    expect(route('GET', '/mcp/server-card')).toMatchObject({ kind: 'file' });
    expect(route('POST', '/mcp/server-card')).toMatchObject({ kind: 'other-method', errorFormat: 'page' });
  });

  it('takes a slash too many for a slip where a page is without it', () => {
    expect(route('GET', '/articles/')).toMatchObject({ kind: 'redirect', location: '/articles' });
    expect(route('GET', '/nothing/')).toMatchObject({ kind: 'missing' });
  });

  it('tells whose copy of a response another caller may get', () => {
    const cacheOf = (path: string) => {
      const found = route('GET', path);
      return 'cache' in found ? found.cache : undefined;
    };
    expect(cacheOf('/articles')).toBe('public');
    expect(cacheOf('/search')).toBe('none');
    expect(cacheOf('/api/v1/articles')).toBe('public');
    expect(cacheOf('/api/v1/articles/one')).toBe('entitlement');
    expect(cacheOf('/ask')).toBe('none');
  });
});
