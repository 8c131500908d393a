import { describe, expect, test } from 'vitest';
import { findRedirectUri, isRedirectUri } from './redirect-uri.ts';

describe('a redirect URI', () => {
  test.each([
    'https://app.test/callback',
    'https://app.test/callback?tenant=1',
    'http://127.0.0.1:8123/callback',
    'http://localhost/callback',
    'http://[::1]:9/callback',
    'com.example.app:/callback',
    'com.example.app://callback',
    'Com.Example.App:/callback',
  ])('may be %s', (uri) => expect(isRedirectUri(uri)).toBe(true));

  test.each([
    'http://app.test/callback',
    'http://localhost.evil.test/callback',
    'https://app.test/callback#part',
    'https://app.test/callback#',
    'https://user:secret@app.test/',
    'cursor://anysphere.cursor-retrieval/oauth/callback',
    'myapp:/callback',
    'x-.:/callback',
    'com.:/callback',
    'mailto:a@app.test',
    'ws://app.test/callback',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://app.test/1',
    '/callback',
    'callback',
    '',
  ])('may not be "%s"', (uri) => expect(isRedirectUri(uri)).toBe(false));

  test('is compared exactly', () => {
    const registered = ['https://app.test/callback'];
    expect(findRedirectUri('https://app.test/callback', registered)).toBe('https://app.test/callback');
    for (const other of [
      'https://app.test/callback/',
      'https://app.test/callback?x=1',
      'https://app.test/callback/../evil',
      'https://app.test:8443/callback',
      'https://app.test.evil.test/callback',
      'HTTPS://app.test/callback',
    ]) {
      expect(findRedirectUri(other, registered), other).toBeUndefined();
    }
  });

  test('on the loopback interface may have any port, and nothing else different', () => {
    const registered = ['http://127.0.0.1:1/callback'];
    expect(findRedirectUri('http://127.0.0.1:49152/callback', registered)).toBe('http://127.0.0.1:49152/callback');
    expect(findRedirectUri('http://127.0.0.1:49152/other', registered)).toBeUndefined();
    expect(findRedirectUri('http://localhost:49152/callback', registered)).toBeUndefined();
    expect(findRedirectUri('http://127.0.0.1:1/callback#x', registered)).toBeUndefined();
  });
});
