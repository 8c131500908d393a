import { setFlagsFromString } from 'node:v8';
import { expect, it } from 'vitest';
import { operations } from '../../contract/operations.ts';
import { createUrls } from '../../contract/urls.ts';
import { anonymous } from '../../core/access/caller.ts';
import { fromWebRequest } from '../http-request.ts';
import { readCall } from './call.ts';

const base = 'https://quire.test';

const aboutCall = {
  params: {},
  mirror: 'live' as const,
  caller: anonymous,
  urls: createUrls(base),
  spend: async (_calls: number) => undefined,
  note: () => undefined,
};

function read(path: string) {
  const request = fromWebRequest(new Request(base + path), { requestId: 'one', clientAddress: '192.0.2.1' });
  return readCall(request, operations.askGet, aboutCall);
}

function post(body: string, headers: Record<string, string>, about = aboutCall) {
  const request = new Request(`${base}/ask`, { method: 'POST', body: Buffer.from(body), headers });
  return readCall(fromWebRequest(request, { requestId: 'one', clientAddress: '192.0.2.1' }), operations.askPost, about);
}

const json = { 'content-type': 'application/json' };

it('returns the full URL on the configured base', async () => {
  expect((await read('/ask?query=one%20two')).url.href).toBe(`${base}/ask?query=one%20two`);
});

it('refuses a parameter that is given twice, instead of choosing one, and takes unknown ones', async () => {
  await expect(read('/ask?query=one&query=two')).rejects.toMatchObject({
    code: 'invalid_request',
    detail: 'query: it is given more than once.',
  });
  expect((await read('/ask?query=one&unknown=1&unknown=2')).query).toMatchObject({ query: 'one' });
});

it('names what of its content cannot be read, and takes identity in any letters (RFC 9110 section 8.4.1)', async () => {
  const send = (headers: Record<string, string>) => post('{"query":"one"}', headers);
  expect((await send({ ...json, 'content-encoding': 'Identity' })).bodyText).toBe('{"query":"one"}');
  await expect(send({ ...json, 'content-encoding': 'gzip' })).rejects.toThrow('Content-Encoding is gzip.');
  await expect(send({ 'content-type': '' })).rejects.toThrow('Content-Type is missing;');
});

it('waits for a turn of its sender before a large body is parsed, and not for a small one', async () => {
  const spent: number[] = [];
  const about = {
    ...aboutCall,
    spend: async (calls: number) => {
      spent.push(calls);
      return undefined;
    },
  };
  await post('{"query":"one"}', json, about);
  expect(spent).toEqual([]);
  await post(`{"query":"${'one '.repeat(10_000)}"}`, json, about);
  expect(spent).toEqual([0]);
});

it('counts each 16 KiB of a body beyond 64 as a call', async () => {
  const spent: number[] = [];
  const spend = async (calls: number) => void spent.push(calls);
  for (const length of [65_536, 65_537, 524_288]) {
    const request = new Request(`${base}/api/v1/standing`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ citations: ['one'] }).padEnd(length),
    });
    const read = fromWebRequest(request, { requestId: 'one', clientAddress: '192.0.2.1' });
    await readCall(read, operations.getStanding, { ...aboutCall, spend });
  }
  expect(spent).toEqual([0, 1, 28]);
});

it('is an object with a shape of its class, not a dictionary whose getter outlives the request', async () => {
  setFlagsFromString('--allow-natives-syntax');
  const hasShape: (value: object) => boolean = new Function('value', 'return %HasFastProperties(value)').bind(
    undefined,
  );
  setFlagsFromString('--no-allow-natives-syntax');
  expect(hasShape(await read('/ask?query=one'))).toBe(true);
});
