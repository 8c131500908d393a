import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../store/memory.ts';
import type { KeyClaims } from '../access/keys.ts';
import { type ClientRequest, createClients } from './clients.ts';

const request: ClientRequest = {
  authMethod: 'client_secret_basic',
  redirectUris: ['https://app.test/callback'],
  grantTypes: ['client_credentials'],
  scopes: ['articles:read'],
};
const key: KeyClaims = { id: 'key_one', plan: 'demo', scopes: ['mcp:connect'], issuedAt: 0 };

function createWorld() {
  const clock = { at: Date.UTC(2026, 10, 20) };
  const now = () => clock.at;
  const store = createMemoryStore(now);
  const clients = createClients({
    store,
    now,
    keyPrefix: 'quire',
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    keyring: { verify: (text) => (text === 'quire_demo_ok' || text === 'a.jwt.token' ? key : undefined) },
  });
  return { clock, store, clients };
}

describe('clients', () => {
  test('prove themselves by their secret, which the store does not know', async () => {
    const { clients, store } = createWorld();
    const { client, secret } = await clients.register(request);
    expect(await clients.authenticate({ id: client.id, secret })).toMatchObject({
      id: client.id,
      isConfidential: true,
    });
    expect(await store.get(`oauth-client:${client.id}`)).not.toContain(secret?.replace('secret_', ''));
  });

  test('are refused with a wrong secret, none, or an empty id', async () => {
    const { clients } = createWorld();
    const { client, secret } = await clients.register(request);
    const wrong = `${secret?.slice(0, -1)}${secret?.endsWith('A') ? 'B' : 'A'}`;
    expect(await clients.authenticate({ id: client.id, secret: wrong })).toBeUndefined();
    expect(await clients.authenticate({ id: client.id, secret: undefined })).toBeUndefined();
    expect(await clients.authenticate({ id: undefined, secret })).toBeUndefined();
  });

  test('without a secret only name themselves; a secret is then wrong', async () => {
    const { clients } = createWorld();
    const { client, secret } = await clients.register({ ...request, authMethod: 'none' });
    expect(secret).toBeUndefined();
    expect(await clients.authenticate({ id: client.id, secret: undefined })).toMatchObject({ isConfidential: false });
    expect(await clients.authenticate({ id: client.id, secret: 'anything' })).toBeUndefined();
  });

  test('may be a demo key, whatever id comes with it, with the scopes of the key', async () => {
    const { clients } = createWorld();
    const known = await clients.authenticate({ id: 'anybody', secret: 'quire_demo_ok' });
    expect(known).toEqual({
      id: 'key_one',
      plan: 'demo',
      scopes: ['mcp:connect'],
      grantTypes: ['client_credentials'],
      isConfidential: true,
    });
    expect(await clients.authenticate({ id: 'anybody', secret: 'quire_demo_no' })).toBeUndefined();
  });

  test('cannot renew an access token by showing it as a secret', async () => {
    const { clients } = createWorld();
    expect(await clients.authenticate({ id: 'anybody', secret: 'a.jwt.token' })).toBeUndefined();
  });

  test('are forgotten after 180 days', async () => {
    const { clients, clock } = createWorld();
    const { client, secret } = await clients.register(request);
    clock.at += 180 * 86_400_000;
    expect(await clients.authenticate({ id: client.id, secret })).toBeUndefined();
  });
});
