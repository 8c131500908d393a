import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { encodedKey, neededEncodings } from './negotiate.ts';
import { createOnDemandEncoder } from './on-demand.ts';

const bytes = Buffer.from('{"text":"one row after the other"}'.repeat(200));
const type = 'application/json; charset=utf-8';
const request = (acceptEncoding: string | null, search = '') => ({
  search,
  headers: { get: () => acceptEncoding, has: () => acceptEncoding !== null },
});

it('makes all encodings of a URL without a query, and of one with a query only that which its client prefers', () => {
  expect(neededEncodings(request(null))).toEqual(['br', 'gzip']);
  expect(neededEncodings(request('gzip;q=.5, br', '?page=2'))).toEqual(['br']);
  expect(neededEncodings(request('gzip', '?page=2'))).toEqual(['gzip']);
  expect(neededEncodings(request(null, '?page=2'))).toEqual([]);
  expect(neededEncodings(request('identity, gzip;q=.1', '?page=2'))).toEqual([]);
});

it('names the response by its encoding where it has not all of them', () => {
  const keys = [request(null), ...['br', 'gzip', null].map((coding) => request(coding, '?page=2'))].map((asked) =>
    encodedKey('/list', neededEncodings(asked)),
  );
  expect(keys).toEqual(['/list', 'br /list', 'gzip /list', 'identity /list']);
});

it('encodes one body at a time, and a newcomer goes before what the same address has waiting', async () => {
  const encode = createOnDemandEncoder();
  const done: string[] = [];
  const ask = async (clientAddress: string, name: string) => {
    const { gzip = bytes } = await encode(bytes, { type, encodings: ['gzip'], clientAddress });
    expect(gunzipSync(gzip)).toEqual(bytes);
    done.push(name);
  };
  await Promise.all([...[1, 2, 3, 4].map((count) => ask('192.0.2.1', `first ${count}`)), ask('192.0.2.2', 'second')]);
  expect(done).toEqual(['first 1', 'first 2', 'second', 'first 3', 'first 4']);
});
