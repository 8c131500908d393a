import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('the environment', () => {
  it('needs nothing to be set', () => {
    expect(readConfig({})).toMatchObject({
      BASE_URL: 'http://localhost:4321',
      PORT: 4321,
      STORE_URL: 'sqlite:state.db',
      WORKERS: 1,
      KEY_PREFIX: 'fixturereview',
    });
  });

  it('allows 600 requests and 10 subscriptions a minute when nothing is set', () => {
    expect(readConfig({})).toMatchObject({ RATE_LIMIT_PER_MINUTE: 600, SUBSCRIBE_LIMIT_PER_MINUTE: 10 });
  });

  it('knows two search engines, and takes one when nothing is set', () => {
    expect(readConfig({}).SEARCH_ENGINE).toBe('flexsearch');
    expect(readConfig({ SEARCH_ENGINE: 'sqlite' }).SEARCH_ENGINE).toBe('sqlite');
    expect(() => readConfig({ SEARCH_ENGINE: 'lucene' })).toThrow(/SEARCH_ENGINE/);
  });

  it('lets the base URL follow the port, and an empty value count as unset', () => {
    expect(readConfig({ PORT: '5000', BASE_URL: '' }).BASE_URL).toBe('http://localhost:5000');
    // As browsers write it: the form of a page is known by its Origin.
    expect(readConfig({ PORT: '80' }).BASE_URL).toBe('http://localhost');
  });

  it('says every mistake at once, each in a sentence that names the variable', () => {
    const mistakes = { BASE_URL: 'https://quire.test/', PORT: 'http', KEY_SECRET: 'short', STORE_URL: 'mysql://x' };
    expect(() => readConfig(mistakes)).toThrow(
      /BASE_URL ends with a slash.*PORT is not a port number.*STORE_URL starts with none of.*KEY_SECRET is shorter than 32/,
    );
  });

  it('takes as base URL scheme, host and port alone: every page leads from the root of its host', () => {
    for (const [more, right] of [
      ['https://a.test/sub', 'https://a.test'],
      ['https://a.test?x', 'https://a.test'],
      ['https://a.test#x', 'https://a.test'],
      ['https://u:p@a.test', 'https://a.test'],
      ['HTTPS://A.test:443', 'https://a.test'],
      ['https://bücher.test', 'https://xn--bcher-kva.test'],
    ] as const)
      expect(() => readConfig({ BASE_URL: more }), more).toThrow(
        `BASE_URL is not scheme, host and port alone, as they are sent; set it to ${right} instead.`,
      );
    for (const right of ['https://a.test', 'http://a.test:8080', 'http://[::1]:4321'])
      expect(readConfig({ BASE_URL: right }).BASE_URL).toBe(right);
  });

  it('says which words a setting takes, not in the words of a library', () => {
    expect(() => readConfig({ LOG_LEVEL: 'loud' })).toThrow(/LOG_LEVEL is invalid: one of "fatal".*is expected\.$/);
  });

  it('splits lists', () => {
    expect(readConfig({ ALLOWED_HOSTS: 'a.test, b.test,' }).ALLOWED_HOSTS).toEqual(['a.test', 'b.test']);
  });
});
