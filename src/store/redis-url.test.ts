import { describe, expect, test } from 'vitest';
import { isRedisUrl, parseRedisUrl } from './redis-url.ts';

describe('the URL of Redis', () => {
  test('of one server is for the driver to read', () => {
    for (const url of ['redis://h:6379/2', 'rediss://user:pass@h']) {
      expect(parseRedisUrl(url)).toEqual({ kind: 'server', url });
    }
  });

  test('names Sentinels, the master they watch and a database', () => {
    expect(parseRedisUrl('redis+sentinel://one:26380,two/main')).toEqual({
      kind: 'sentinel',
      sentinels: [
        { host: 'one', port: 26_380 },
        { host: 'two', port: 26_379 },
      ],
      master: 'main',
      db: 0,
      login: {},
      isTls: false,
    });
    expect(parseRedisUrl('rediss+sentinel://:p%40ss@[::1]:1/main/3')).toMatchObject({
      sentinels: [{ host: '::1', port: 1 }],
      db: 3,
      login: { password: 'p@ss' },
      isTls: true,
    });
  });

  test('names nodes of a cluster', () => {
    expect(parseRedisUrl('redis+cluster://user:pw@10.0.0.1:7000, 10.0.0.2')).toEqual({
      kind: 'cluster',
      nodes: [
        { host: '10.0.0.1', port: 7_000 },
        { host: '10.0.0.2', port: 6_379 },
      ],
      login: { username: 'user', password: 'pw' },
      isTls: false,
    });
  });

  test.each([
    ['redis+sentinel://one:26379', /names no master/],
    ['redis+sentinel://one/main/x', /names no master/],
    ['redis+cluster://one:x', /"one:x", which is not host:port/],
    ['redis+cluster://one,,two', /"", which is not host:port/],
    ['redis+cluster://', /not a URL of Redis/],
    ['mysql://h', /not a URL of Redis/],
  ])('%s is none, and says why', (url, sentence) => {
    expect(() => parseRedisUrl(url)).toThrow(sentence);
  });

  test('is recognized by its scheme', () => {
    const all = [
      'redis://h',
      'rediss://h',
      'redis+sentinel://h/m',
      'rediss+cluster://h',
      'redis+other://h',
      'sqlite:redis://',
    ];
    expect(all.map(isRedisUrl)).toEqual([true, true, true, true, false, false]);
  });
});
