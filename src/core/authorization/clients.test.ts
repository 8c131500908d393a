import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../store/memory-store.ts';
import type { KeyClaims } from '../access/keys.ts';
import { type Client, type ClientRequest, createClients, isUrl, type ReadDocument } from './clients.ts';

const request: ClientRequest = {
  authMethod: 'client_secret_basic',
  redirectUris: ['https://app.test/callback'],
  grantTypes: ['client_credentials'],
  scopes: ['articles:read'],
};
const key: KeyClaims = { id: 'key_one', plan: 'demo', scopes: ['mcp:connect'], issuedAt: 0 };

function createWorld(about: { readDocument?: ReadDocument; isForgetful?: boolean } = {}) {
  const { readDocument, isForgetful = true } = about;
  const start = Date.UTC(2026, 10, 20);
  const clock = { at: start };
  const now = () => clock.at;
  // The clock of a store that does not forget stands.
  const store = createMemoryStore(isForgetful ? now : () => start);
  const clients = createClients({
    store,
    now,
    readDocument,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    keyring: {
      hasKeyPrefix: (text) => text.startsWith('quire_demo_'),
      verify: (text) => (text === 'quire_demo_ok' || text === 'a.jwt.token' ? key : undefined),
    },
  });
  return { clock, store, clients };
}

test('an id is a URL if it starts like one', () => {
  const ids = ['https://app.test', 'http://app.test', 'client_https://', 'app.test', ''];
  expect(ids.map(isUrl)).toEqual([true, false, false, false, false]);
});

const clientAddress = '192.0.2.1';

describe('clients', () => {
  test('prove themselves by their secret, which the store does not know', async () => {
    const { clients, store } = createWorld();
    const { client, secret } = await clients.register(request);
    expect(client.id).toMatch(/^client_[\w-]{22}$/);
    expect(secret).toMatch(/^secret_[\w-]{43}$/);
    expect(await clients.authenticate({ id: client.id, secret, clientAddress })).toEqual({
      id: client.id,
      plan: 'demo',
      scopes: ['articles:read'],
      grantTypes: ['client_credentials'],
      isConfidential: true,
    });
    expect(await store.get(`oauth-client:${client.id}`)).not.toContain(secret?.replace('secret_', ''));
  });

  test('are refused with a wrong secret, none, or an empty id', async () => {
    const { clients } = createWorld();
    const { client, secret } = await clients.register(request);
    const wrong = `${secret?.slice(0, -1)}${secret?.endsWith('A') ? 'B' : 'A'}`;
    expect(await clients.authenticate({ id: client.id, secret: wrong, clientAddress })).toBeUndefined();
    expect(await clients.authenticate({ id: client.id, secret: undefined, clientAddress })).toBeUndefined();
    expect(await clients.authenticate({ id: undefined, secret, clientAddress })).toBeUndefined();
  });

  test('without a secret only name themselves; a secret is then wrong', async () => {
    const { clients } = createWorld();
    const { client, secret } = await clients.register({ ...request, authMethod: 'none' });
    expect(secret).toBeUndefined();
    expect(await clients.authenticate({ id: client.id, secret: undefined, clientAddress })).toMatchObject({
      isConfidential: false,
    });
    expect(await clients.authenticate({ id: client.id, secret: 'anything', clientAddress })).toBeUndefined();
  });

  test('may be a demo key, whatever id comes with it, with the scopes of the key', async () => {
    const { clients } = createWorld();
    const known = await clients.authenticate({ id: 'anybody', secret: 'quire_demo_ok', clientAddress });
    expect(known).toEqual({
      id: 'key_one',
      plan: 'demo',
      scopes: ['mcp:connect'],
      grantTypes: ['client_credentials'],
      isConfidential: true,
    });
    expect(await clients.authenticate({ id: 'anybody', secret: 'quire_demo_no', clientAddress })).toBeUndefined();
  });

  test('cannot renew an access token by showing it as a secret', async () => {
    const { clients } = createWorld();
    expect(await clients.authenticate({ id: 'anybody', secret: 'a.jwt.token', clientAddress })).toBeUndefined();
  });

  test('are forgotten after 180 days, also where the store keeps them longer', async () => {
    for (const isForgetful of [true, false]) {
      const { clients, clock } = createWorld({ isForgetful });
      const { client, secret } = await clients.register(request);
      clock.at += 180 * 86_400_000 - 1;
      expect(await clients.find(client.id, clientAddress)).toEqual(client);
      clock.at += 1;
      expect(await clients.find(client.id, clientAddress)).toBeUndefined();
      expect(await clients.authenticate({ id: client.id, secret, clientAddress })).toBeUndefined();
    }
  });

  test('whose id is a URL are read from there, and no others are', async () => {
    const id = 'https://app.test/client.json';
    const published: Client = { ...request, authMethod: 'none', id, createdAt: 0, expiresAt: 0 };
    const asked: string[] = [];
    const { clients } = createWorld({
      async readDocument(url) {
        asked.push(url);
        return published;
      },
    });
    expect(await clients.find(id, clientAddress)).toEqual(published);
    expect(await clients.authenticate({ id, secret: undefined, clientAddress })).toMatchObject({
      id,
      isConfidential: false,
    });
    const { client } = await clients.register(request);
    expect(await clients.find(client.id, clientAddress)).toEqual(client);
    expect(await clients.authenticate({ id: undefined, secret: undefined, clientAddress })).toBeUndefined();
    expect(asked).toEqual([id, id]);
  });

  test('whose id is a URL are unknown where no documents are fetched', async () => {
    const { clients } = createWorld();
    expect(await clients.find('https://app.test/client.json', clientAddress)).toBeUndefined();
  });
});
