import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loopbackSite, openClientSite } from '../../../tests/support/client-site.ts';
import { createSiteReader, isPublicAddress } from './client-site.ts';

let site: Awaited<ReturnType<typeof openClientSite>>;
beforeAll(async () => {
  site = await openClientSite();
});
afterAll(() => site.close());

const address = () => new URL('/client.json', site.base);

describe('a document of a stranger', () => {
  it('is read as it is, with what its site says of keeping it', async () => {
    site.publish({ a: 'ä' }, { 'cache-control': 'max-age=60' });
    expect(await createSiteReader(loopbackSite)(address())).toEqual({
      kind: 'read',
      text: '{"a":"ä"}',
      cacheControl: 'max-age=60',
    });
  });

  it.each<[string, Record<string, string>, number]>([
    ['a redirect', { location: 'https://app.test/other' }, 302],
    ['another type', { 'content-type': 'text/html' }, 200],
    ['an error', { 'content-type': 'application/json' }, 500],
  ])('is not taken from %s', async (_, headers, status) => {
    const before = site.asked.length;
    site.answer = (__, response) => {
      response.writeHead(status, headers).end('{}');
    };
    expect(await createSiteReader(loopbackSite)(address())).toMatchObject({ kind: 'unreadable' });
    expect(site.asked.length).toBe(before + 1);
  });

  it('is not taken when it is over 10 KiB, and not read on', async () => {
    site.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const writing = setInterval(() => response.write('x'.repeat(4096)), 1);
      response.once('close', () => clearInterval(writing));
    };
    expect(await createSiteReader(loopbackSite)(address())).toMatchObject({
      reason: expect.stringContaining('10 KiB'),
    });
  });

  it('is not waited for longer than three seconds', async () => {
    site.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    };
    expect(await createSiteReader(loopbackSite)(address())).toMatchObject({
      reason: expect.stringContaining('3 seconds'),
    });
    const unresolved = { ...loopbackSite, resolve: () => new Promise<never>(() => {}) };
    expect(await createSiteReader(unresolved)(address())).toMatchObject({
      reason: expect.stringContaining('3 seconds'),
    });
  }, 10_000);

  it('is not read over a certificate that nobody vouches for, nor of another name', async () => {
    site.publish({});
    expect(await createSiteReader({ ...loopbackSite, ca: '' })(address())).toMatchObject({ kind: 'unreadable' });
    const other = new URL(address());
    other.hostname = 'other.test';
    expect(await createSiteReader(loopbackSite)(other)).toMatchObject({ kind: 'unreadable' });
  });

  it('is not asked for on this machine or its network, by number or by name', async () => {
    const before = site.asked.length;
    const port = new URL(site.base).port;
    const service = createSiteReader();
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '10.0.0.1', '169.254.169.254', '0x7f.1', '2130706433']) {
      const answer = await service(new URL(`https://${host}:${port}/client.json`));
      expect(answer, host).toEqual({ kind: 'unreadable', reason: 'Its host is not on the public internet.' });
    }
    // A name that means a public address and a private one may mean either when it is connected to.
    const both = [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    const twoFaced = createSiteReader({ ...loopbackSite, resolve: async () => both, isPublic: isPublicAddress });
    expect(await twoFaced(address())).toMatchObject({ kind: 'unreadable' });
    expect(site.asked.length).toBe(before);
  });
});

it.each([
  ['93.184.216.34', 4, true],
  ['172.32.0.1', 4, true],
  ['172.31.255.255', 4, false],
  ['100.64.0.1', 4, false],
  ['198.19.0.1', 4, false],
  ['224.0.0.1', 4, false],
  ['255.255.255.255', 4, false],
  ['0.0.0.0', 4, false],
  ['2606:4700::1111', 6, true],
  ['::', 6, false],
  ['::ffff:127.0.0.1', 6, false],
  ['::ffff:93.184.216.34', 6, false],
  ['64:ff9b::7f00:1', 6, false],
  ['fd00::1', 6, false],
  ['fe80::1', 6, false],
  ['ff02::1', 6, false],
  ['2001:db8::1', 6, false],
  ['2002:7f00:1::', 6, false],
])('takes %s (IPv%i) for public: %s', (host, family, expected) => {
  expect(isPublicAddress({ address: host, family })).toBe(expected);
});
