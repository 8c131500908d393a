import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../store/memory.ts';
import type { Store } from '../../store/store.ts';
import { createSigningKeys } from './signing-keys.ts';
import { createSeal } from './signing-keys-seal.ts';

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const dayMs = 86_400_000;
const start = Date.UTC(2026, 10, 20);

function createWorld() {
  const clock = { at: start };
  const now = () => clock.at;
  return { clock, now, store: createMemoryStore(now) };
}

async function openKeys(about: { store: Store; now: () => number; secrets?: readonly [string, ...string[]] }) {
  const { store, now, secrets = ['one secret'] } = about;
  return createSigningKeys({ store, now, randomBytes, seal: await createSeal({ secrets, randomBytes }) });
}

describe('signing keys', () => {
  test('are one for twenty askers in two processes', async () => {
    const { store, now } = createWorld();
    const processes = [await openKeys({ store, now }), await openKeys({ store, now })];
    const asked = Array.from({ length: 20 }, (_, index) => processes[index % 2]?.readSigner());
    const kids = new Set((await Promise.all(asked)).map((signer) => signer?.kid));
    expect(kids.size).toBe(1);
  });

  test('rest encrypted: the store never sees a private key', async () => {
    const { store, now } = createWorld();
    const keys = await openKeys({ store, now });
    await keys.readSigner();
    const stored = (await store.get('oauth-signing-keys:ring')) ?? '';
    const { d, p, q } = await crypto.subtle.exportKey('jwk', await openSealed(stored));
    expect([d, p, q].some((secret) => secret && stored.includes(secret))).toBe(false);
    expect(stored).not.toContain('PRIVATE KEY');
    expect(Object.keys(JSON.parse(stored).keys[0].publicJwk).sort()).toEqual(['e', 'kty', 'n']);
  });

  test('are announced before they sign and kept after', async () => {
    const { store, now, clock } = createWorld();
    const keys = await openKeys({ store, now });
    const first = await keys.readSigner();
    clock.at += 31 * dayMs;
    expect((await keys.readSigner()).kid).toBe(first.kid);
    expect(await keys.list()).toHaveLength(2);
    clock.at += 11 * 60_000;
    const second = await keys.readSigner();
    expect(second.kid).not.toBe(first.kid);
    expect(await keys.findVerifier(first.kid)).toBeDefined();
    clock.at += 31 * dayMs;
    await keys.readSigner();
    expect((await keys.list()).map(({ kid }) => kid)).not.toContain(first.kid);
  });

  test('open under the secret before', async () => {
    const { store, now } = createWorld();
    const before = await (await openKeys({ store, now, secrets: ['old'] })).readSigner();
    const after = await (await openKeys({ store, now, secrets: ['new', 'old'] })).readSigner();
    expect(after.kid).toBe(before.kid);
  });

  test('are replaced when the secret is lost, and still verify', async () => {
    const { store, now } = createWorld();
    const before = await (await openKeys({ store, now, secrets: ['lost'] })).readSigner();
    const keys = await openKeys({ store, now, secrets: ['found'] });
    expect((await keys.readSigner()).kid).not.toBe(before.kid);
    expect(await keys.findVerifier(before.kid)).toBeDefined();
  });

  test('made by another process are found within a second, and unknown ids cost one read', async () => {
    const { store, now, clock } = createWorld();
    let reads = 0;
    const counted: Store = {
      ...store,
      get(key) {
        reads += 1;
        return store.get(key);
      },
    };
    const keys = await openKeys({ store: counted, now });
    expect(await keys.findVerifier('nobody')).toBeUndefined();
    const other = await (await openKeys({ store, now })).readSigner();
    for (let times = 0; times < 50; times += 1) expect(await keys.findVerifier('nobody')).toBeUndefined();
    expect(reads).toBe(1);
    clock.at += 1000;
    expect(await keys.findVerifier(other.kid)).toBeDefined();
  });
});

/** The private key as it would read in clear, opened from the record with the secret of this test. */
async function openSealed(stored: string): Promise<CryptoKey> {
  const [{ kid, sealed }] = JSON.parse(stored).keys;
  const pem = await (await createSeal({ secrets: ['one secret'], randomBytes })).open(sealed, kid);
  if (!pem) throw new Error('The record does not open');
  const der = Uint8Array.from(atob(pem.replaceAll(/-----[^-]+-----|\s/g, '')), (c) => c.charCodeAt(0));
  return crypto.subtle.importKey('pkcs8', der, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, true, ['sign']);
}
