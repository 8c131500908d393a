import { expect, test } from 'vitest';
import { createTestKeyring } from '../../../tests/support/keyring.ts';
import { anonymous, type Caller, invalid } from './caller.ts';
import { createIdentify, keyCheck, tokenCheck } from './identify.ts';

const path = '/mcp';
const urls = { at: (at: string) => `https://quire.test${at}` };
const grant = { id: '0123456789abcdef0123', scopes: ['articles:read'], issuedAt: 1_795_132_800_000 } as const;
const holder: Caller = { kind: 'subscriber', plan: 'demo', ...grant };

/** Fresh for each test, with what was asked of each check. */
function start() {
  const keyring = createTestKeyring();
  const request: string[] = [];
  const client: Caller = { kind: 'subscriber', id: 'of-a-token', plan: 'demo', scopes: ['mcp:connect'] };
  const tokens = {
    async verify(token: string, audience: string) {
      request.push(`${token} for ${audience}`);
      return client;
    },
  };
  return {
    key: keyring.mint(grant),
    identify: createIdentify([keyCheck(keyring), tokenCheck(tokens, urls)]),
    request,
    client,
  };
}

test('a key makes its subscriber, whatever the case of Bearer and however many spaces stand around it', () => {
  const { key, identify } = start();
  for (const header of [`Bearer ${key}`, `bearer ${key}`, `BEARER   ${key}`, `  Bearer ${key}  `])
    expect(identify(header, path), header).toEqual(holder);
});

test('who shows nothing, or something else than Bearer, is anonymous', () => {
  const { key, identify } = start();
  for (const header of [null, '', '   ', key, `Basic ${key}`, `Payment ${key}`, `Bearer:${key}`])
    expect(identify(header, path), `${header}`).toEqual(anonymous);
});

test('a caller with Bearer and no credential, with two, or with an unknown one is invalid', () => {
  const { key, identify, request } = start();
  for (const header of ['Bearer', 'Bearer ', `Bearer ${key} ${key}`, `Bearer ${key} x`, `Bearer ${key}0`, 'Bearer a.b'])
    expect(identify(header, path), header).toEqual(invalid);
  expect(request).toEqual([]);
});

test('only text with the three parts of a token is verified as one, for the requested URL', async () => {
  const { identify, request, client } = start();
  expect(await identify('Bearer a.b.c', path)).toEqual(client);
  expect(identify('Bearer a.b.c.d', path)).toEqual(invalid);
  expect(request).toEqual([`a.b.c for https://quire.test/mcp`]);
});
