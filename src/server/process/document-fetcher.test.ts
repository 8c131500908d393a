import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClientSite } from '../../../tests/support/client-site.ts';
import { addressesOf } from '../../../tests/support/many-networks.ts';
import { openNameServer } from '../../../tests/support/name-server.ts';
import { createDocumentFetcher } from './document-fetcher.ts';

let site: Awaited<ReturnType<typeof openClientSite>>;
beforeAll(async () => {
  site = await openClientSite();
});
afterAll(() => site.close());

const url = () => new URL('/client.json', site.base);
const caller = '192.0.2.1';
const unanswered = (at: number) => new URL(`https://silent-${at}.test/client.json`);

describe('a document of a stranger', () => {
  it('is read as it is, with what its site says of caching it', async () => {
    site.publish({ a: 'ä' }, { 'cache-control': 'max-age=60' });
    expect(await createDocumentFetcher(site.internet)(url(), caller)).toEqual({
      text: '{"a":"ä"}',
      cacheControl: 'max-age=60',
    });
  });

  it.each<[string, Record<string, string>, number]>([
    ['a redirect', { location: 'https://app.test/other', 'content-type': 'application/json' }, 302],
    ['another type', { 'content-type': 'text/html' }, 200],
    ['an error', { 'content-type': 'application/json' }, 500],
  ])('is not taken from %s', async (_, headers, status) => {
    const before = site.asked.length;
    site.answer = (__, response) => {
      response.writeHead(status, headers).end('{}');
    };
    expect(await createDocumentFetcher(site.internet)(url(), caller)).toBeUndefined();
    expect(site.asked.length).toBe(before + 1);
  });

  it('is not taken when it is over 10 KiB, and not read on', async () => {
    let isClosed = false;
    site.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const writing = setInterval(() => response.write('x'.repeat(4096)), 1);
      response.once('close', () => {
        isClosed = true;
        clearInterval(writing);
      });
    };
    const timer = new AbortController();
    const reading = createDocumentFetcher({ ...site.internet, startTimer: () => timer.signal })(url(), caller);
    await expect.poll(() => isClosed, { timeout: 60_000 }).toBe(true);
    timer.abort();
    expect(await reading).toBeUndefined();
  });

  it('is waited for three seconds in all, for its name and for its body', async () => {
    site.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    };
    const read = createDocumentFetcher(site.internet);
    expect(await Promise.all([read(url(), caller), read(unanswered(0), caller)])).toEqual([undefined, undefined]);
  });

  it.each<[string, string]>([
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'],
    ['headers without end', 'HTTP/1.1 200 OK\r\nX-First: '],
    ['a body without end', 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{'],
  ])('is waited for no longer when its site responds with %s, byte by byte', async (_, beginning) => {
    site.answer = ({ socket }) => {
      socket.write(beginning);
      const trickle = setInterval(() => socket.write(' '), 10);
      socket.once('error', () => undefined).once('close', () => clearInterval(trickle));
    };
    const timer = new AbortController();
    const read = createDocumentFetcher({ ...site.internet, startTimer: () => timer.signal });
    const before = site.asked.length;
    const readings = Array.from({ length: 4 }, () => read(url(), caller));
    await expect.poll(() => site.asked.length).toBe(before + 4);
    await pause(100);
    timer.abort();
    expect(await Promise.all(readings)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('is not read with an untrusted certificate, nor with one for another name', async () => {
    site.publish({});
    const { ca: _, ...unknownAuthority } = site.internet;
    const other = new URL('https://other.test/client.json');
    expect(
      await Promise.all([
        createDocumentFetcher(unknownAuthority)(url(), caller),
        createDocumentFetcher(site.internet)(other, caller),
      ]),
    ).toEqual([undefined, undefined]);
  });

  it('is not asked for on this machine or its network, by number or by name', async () => {
    const before = site.asked.length;
    const names = await openNameServer({
      'private.test': ['127.0.0.1'],
      'private-six.test': ['::1'],
      'mapped.test': ['::ffff:7f00:1'],
    });
    const { isPublic: _, ...internet } = { ...site.internet, nameServers: [names.address] };
    const hosts = ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '10.0.0.1', '169.254.169.254', '0x7f.1', '2130706433'];
    const named = ['private.test', 'private-six.test', 'mapped.test'];
    const read = createDocumentFetcher(internet);
    const results = await Promise.all(
      [...hosts, ...named].map((host, at) => read(new URL(`https://${host}/client.json`), `192.0.2.${at}`)),
    );
    await names.close();
    expect(results.filter(Boolean)).toEqual([]);
    expect(new Set(names.request)).toEqual(new Set(named));
    expect(site.asked.length).toBe(before);
  });

  it('is not requested from a name with both public and private IP addresses', async () => {
    site.publish({});
    const read = async (addresses: string[]) => {
      const names = await openNameServer({ 'app.test': addresses });
      const { isPublic: _, ...internet } = { ...site.internet, nameServers: [names.address] };
      const text = await createDocumentFetcher(internet)(url(), caller);
      await names.close();
      return text;
    };
    const mixed = [
      ['127.0.0.1', '93.184.216.34'],
      ['127.0.0.1', '2606:4700::1111'],
    ];
    expect(await Promise.all(mixed.map(read))).toEqual([undefined, undefined]);
  });

  it('is not looked up any longer when the time is over', async () => {
    const timer = new AbortController();
    const { names, internet } = site;
    const silent = unanswered(2);
    const request = () => names.request.filter((name) => name === silent.hostname).length;
    const reading = createDocumentFetcher({ ...internet, startTimer: () => timer.signal })(silent, caller);
    await expect.poll(request).toBeGreaterThan(0);
    timer.abort();
    await reading;
    expect(request(), 'three tries for each of two families are not used up').toBeLessThan(6);
  });
});

/** Timers that run out when a test says so. */
function createTimers() {
  const timers: AbortController[] = [];
  const startTimer = () => {
    const timer = new AbortController();
    timers.push(timer);
    return timer.signal;
  };
  return { timers, startTimer };
}

describe('a caller', () => {
  it('cannot tell failures apart by how long they take: each lasts until the time is over', async () => {
    const timer = new AbortController();
    const read = createDocumentFetcher({ ...site.internet, startTimer: () => timer.signal });
    const closed = createDocumentFetcher({ ...site.internet, port: 9, startTimer: () => timer.signal });
    const inside = createDocumentFetcher({ ...site.internet, isPublic: () => false, startTimer: () => timer.signal });
    site.answer = (_, response) => {
      response.writeHead(404).end();
    };
    const settled: string[] = [];
    const readings = Object.entries({
      missing: read(url(), caller),
      unknown: read(new URL('https://nowhere.test/x'), caller),
      silent: read(unanswered(1), caller),
      closed: closed(url(), caller),
      inside: inside(url(), caller),
    }).map(async ([name, reading]) => {
      expect(await reading).toBeUndefined();
      settled.push(name);
    });
    await pause(300);
    expect(settled).toEqual([]);
    timer.abort();
    await Promise.all(readings);
    expect(settled).toHaveLength(5);
  });

  it('with four readings that are not answered is refused a fifth, and takes nothing from another caller', async () => {
    site.publish({});
    const { timers, startTimer } = createTimers();
    const read = createDocumentFetcher({ ...site.internet, startTimer });
    const hostile = Array.from({ length: 4 }, (_, at) => read(unanswered(at), `2001:db8:0:1::${at}`));
    expect(await read(url(), '2001:db8:0:1::ffff'), 'of one /64').toBeUndefined();
    expect(await read(url(), caller)).toBeDefined();
    for (const timer of timers) timer.abort();
    await Promise.all(hostile);
    expect(await read(url(), '2001:db8:0:1::ffff'), 'its slots are free again').toBeDefined();
  });

  it.each(addressesOf)('of a caller with all of $name leaves slots for others', async ({ nth, times, other }) => {
    site.publish({});
    const { timers, startTimer } = createTimers();
    const read = createDocumentFetcher({ ...site.internet, startTimer });
    const hostile = Array.from({ length: 64 }, (_, at) => read(unanswered(at), nth(at)));
    expect(timers).toHaveLength(Math.min(4 * times, 32));
    expect(await read(url(), other)).toBeDefined();
    for (const timer of timers) timer.abort();
    await Promise.all(hostile);
  });

  it('waits for no one else: 64 readings at once are the most, of many callers', async () => {
    site.publish({});
    const timer = new AbortController();
    const read = createDocumentFetcher({ ...site.internet, startTimer: () => timer.signal });
    const hostile = Array.from({ length: 64 }, (_, at) => read(unanswered(at), `192.0.${at >> 2}.2`));
    expect(await read(url(), '198.51.100.1')).toBeUndefined();
    timer.abort();
    await Promise.all(hostile);
  });
});
