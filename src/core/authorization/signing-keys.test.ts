import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../../store/memory-store.ts';
import { CorruptRecord } from '../../store/record-kinds.ts';
import { type Store, StoreUnavailable } from '../../store/store.ts';
import { createSigningKeys } from './signing-keys.ts';
import { createKeyCipher } from './signing-keys-seal.ts';

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
  return createSigningKeys({ store, now, randomBytes, seal: await createKeyCipher({ secrets, randomBytes }) });
}

/** The same store for a process that is slow: what happens between its first reading and what follows. */
function slowly(store: Store, during: () => Promise<unknown>): Store {
  let isFirst = true;
  return {
    ...store,
    async get(key) {
      const seen = await store.get(key);
      if (isFirst) await during();
      isFirst = false;
      return seen;
    },
  };
}

describe('signing keys', () => {
  test('are one for twenty askers in two processes', async () => {
    const { store, now } = createWorld();
    const processes = [await openKeys({ store, now }), await openKeys({ store, now })];
    const request = Array.from({ length: 20 }, (_, index) => processes[index % 2]?.readSigner());
    const kids = new Set((await Promise.all(request)).map((signer) => signer?.kid));
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

  test('are published before they sign, and stay published afterwards', async () => {
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
    expect(await keys.findVerifier(first.kid)).toBeUndefined();
    expect((await keys.list()).map(({ kid }) => kid)).toContain(first.kid);
  });

  test('sign for thirty days and ten minutes, for the next is published ten minutes before it signs', async () => {
    const { store, now, clock } = createWorld();
    const keys = await openKeys({ store, now });
    const { kid } = await keys.readSigner();
    clock.at += 30 * dayMs - 1;
    await keys.readSigner();
    expect(await keys.list()).toHaveLength(1);
    clock.at += 1;
    await keys.readSigner();
    const announced = await keys.list();
    expect(announced.map((key) => key.kid)).toEqual([kid, expect.stringMatching(/^[0-9a-f]{16}$/)]);
    clock.at += 10 * 60_000 - 1;
    expect((await keys.readSigner()).kid).toBe(kid);
    clock.at += 1;
    expect((await keys.readSigner()).kid).toBe(announced[1]?.kid);
    expect(await keys.list(), 'and no third is made').toHaveLength(2);
  });

  test('stay published and verify receipts, but no tokens, from two hours after the next began to sign', async () => {
    const { store, now, clock } = createWorld();
    const keys = await openKeys({ store, now });
    const { kid: first } = await keys.readSigner();
    clock.at += 30 * dayMs;
    await keys.readSigner();
    clock.at += 2 * 3_600_000 + 10 * 60_000 - 1;
    expect(await keys.findVerifier(first)).toBeDefined();
    clock.at += 1;
    expect(await keys.findVerifier(first)).toBeUndefined();
    clock.at += 30 * dayMs;
    await keys.readSigner();
    const restarted = await openKeys({ store, now });
    const kids = (await restarted.list()).map(({ kid }) => kid);
    expect(kids).toEqual([first, expect.any(String), expect.any(String)]);
    expect(await restarted.findVerifier(first, 'receipts')).toBeDefined();
    expect(await restarted.findVerifier(first)).toBeUndefined();
  });

  test('created by two separate processes are stored in the order in which they sign', async () => {
    const { store, now, clock } = createWorld();
    await (await openKeys({ store, now, secrets: ['lost'] })).readSigner();
    clock.at += 30 * dayMs;
    // Announces its next key, which signs in ten minutes.
    await (await openKeys({ store, now, secrets: ['lost'] })).readSigner();
    // Can open neither, so that it makes one that signs at once.
    const found = await openKeys({ store, now, secrets: ['found'] });
    const { kid } = await found.readSigner();
    expect((await found.list()).findIndex((key) => key.kid === kid)).toBe(1);
    expect(await found.list()).toHaveLength(3);
  });

  test('that a faster process made in the meantime are taken, and none is made beside them', async () => {
    const { store, now, clock } = createWorld();
    const faster = await openKeys({ store, now });
    await faster.readSigner();
    clock.at += 30 * dayMs;
    const slow = await openKeys({ store: slowly(store, () => faster.readSigner()), now });
    await slow.readSigner();
    const kids = (await slow.list()).map(({ kid }) => kid);
    expect(kids).toHaveLength(2);
    expect((await faster.list()).map(({ kid }) => kid)).toEqual(kids);
    clock.at += 60_000;
    expect(await (await openKeys({ store, now })).list()).toHaveLength(2);
  });

  test('that a faster process sealed with another secret do not keep a slow one from its own', async () => {
    const { store, now } = createWorld();
    const faster = await openKeys({ store, now, secrets: ['another'] });
    const slow = await openKeys({ store: slowly(store, () => faster.readSigner()), now });
    const { kid } = await slow.readSigner();
    expect((await faster.readSigner()).kid).not.toBe(kid);
    expect(await slow.list()).toHaveLength(2);
  });

  test('that cannot be decrypted are reported', async () => {
    const { store, now } = createWorld();
    const seal = { ...(await createKeyCipher({ secrets: ['one'], randomBytes })), open: async () => undefined };
    const keys = createSigningKeys({ store, now, randomBytes, seal });
    await expect(keys.readSigner()).rejects.toThrow('is KEY_SECRET the same in every process?');
  });

  test.each([
    [2 * 3_600_000 - 1, 3],
    [2 * 3_600_000, 2],
  ])(
    'whose successor has signed for %i ms leave %i that verify tokens when one more is made',
    async (ms, verifying) => {
      const { store, now, clock } = createWorld();
      const lost = await openKeys({ store, now, secrets: ['lost'] });
      await lost.readSigner();
      clock.at += 30 * dayMs;
      await lost.readSigner();
      clock.at += 10 * 60_000 + ms;
      const found = await openKeys({ store, now, secrets: ['found'] });
      await found.readSigner();
      const keys = await Promise.all((await found.list()).map(({ kid }) => found.findVerifier(kid)));
      expect(keys.filter(Boolean)).toHaveLength(verifying);
    },
  );

  test('of other processes are read again after a minute, and not before', async () => {
    const { store, now, clock } = createWorld();
    const counted = countReads(store);
    const keys = await openKeys({ store: counted, now });
    await keys.readSigner();
    const before = counted.reads;
    clock.at += 59_999;
    const { kid } = await keys.readSigner();
    expect(await keys.findVerifier(kid)).toBeDefined();
    expect(counted.reads).toBe(before);
    clock.at += 1;
    await keys.readSigner();
    expect(counted.reads).toBe(before + 1);
  });

  test('verify while the store is down once they are known; before that, an error says that they cannot be read', async () => {
    const { store, now, clock } = createWorld();
    const known = await openKeys({ store, now });
    const fresh = await openKeys({ store, now });
    const { kid } = await known.readSigner();
    await store.close();
    clock.at += 3_600_000;
    expect(await known.findVerifier(kid)).toBeDefined();
    expect(await known.findVerifier('nobody')).toBeUndefined();
    await expect(fresh.findVerifier(kid)).rejects.toThrow(StoreUnavailable);
    await expect(fresh.readSigner()).rejects.toThrow(StoreUnavailable);
  });

  test('that are stored in another format are rejected with a message', async () => {
    const { store, now } = createWorld();
    const keys = await openKeys({ store, now });
    await store.update('oauth-signing-keys:ring', () => ({
      op: 'put',
      value: '{"keys":[{}]}',
      ttlMs: 1_000,
      result: 0,
    }));
    await expect(keys.findVerifier('any')).rejects.toThrow(CorruptRecord);
  });

  test('are published with no more than what verifies', async () => {
    const { store, now } = createWorld();
    const keys = await openKeys({ store, now });
    await keys.readSigner();
    const [jwk] = await keys.list();
    expect(Object.keys(jwk ?? {}).sort()).toEqual(['e', 'kid', 'kty', 'n']);
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
    const counted = countReads(store);
    const keys = await openKeys({ store: counted, now });
    expect(await keys.findVerifier('nobody')).toBeUndefined();
    const other = await (await openKeys({ store, now })).readSigner();
    for (let times = 0; times < 50; times += 1) expect(await keys.findVerifier('nobody')).toBeUndefined();
    expect(counted.reads).toBe(1);
    clock.at += 1000;
    expect(await keys.findVerifier(other.kid)).toBeDefined();
  });
});

/** The private key as it would read in clear, opened from the record with the secret of this test. */
async function openSealed(stored: string): Promise<CryptoKey> {
  const [{ kid, sealed }] = JSON.parse(stored).keys;
  const pem = await (await createKeyCipher({ secrets: ['one secret'], randomBytes })).open(sealed, kid);
  if (!pem) throw new Error('The record does not open');
  const der = Uint8Array.from(atob(pem.replaceAll(/-----[^-]+-----|\s/g, '')), (c) => c.charCodeAt(0));
  return crypto.subtle.importKey('pkcs8', der, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, true, ['sign']);
}

function countReads(store: Store): Store & { reads: number } {
  const counted = {
    ...store,
    reads: 0,
    get(key: string) {
      counted.reads += 1;
      return store.get(key);
    },
  };
  return counted;
}
