import { expect, test } from 'vitest';
import { createMemoryStore } from '../../store/memory-store.ts';
import { StoreUnavailable } from '../../store/store.ts';
import { createDenyList } from './deny-list.ts';

const createStore = () => createMemoryStore(() => 0);

test('a revoked id is refused here at once, and elsewhere after a refresh', async () => {
  const store = createStore();
  const [here, there] = [createDenyList(store), createDenyList(store)];
  await here.revoke('abc');
  expect([here.isRevoked('abc'), there.isRevoked('abc')]).toEqual([true, false]);
  await there.refresh();
  expect([there.isRevoked('abc'), there.isRevoked('other')]).toEqual([true, false]);
});

test('revoking again changes nothing', async () => {
  const store = createStore();
  const list = createDenyList(store);
  await list.revoke('abc');
  await list.revoke('abc');
  expect(await store.get('revoked:0')).toBe('["abc"]');
});

test('the list grows over many pages, written by several at once, and loses none', async () => {
  const store = createStore();
  const lists = [createDenyList(store), createDenyList(store)];
  const ids = Array.from({ length: 1_201 }, (_, index) => `id ${index}`);
  await Promise.all(ids.map((id, index) => lists[index % 2]?.revoke(id)));
  const late = createDenyList(store);
  await late.refresh();
  expect(ids.filter((id) => !late.isRevoked(id))).toEqual([]);
  const sizes = await Promise.all([0, 1, 2, 3].map((page) => store.get(`revoked:${page}`)));
  expect(sizes.map((page) => JSON.parse(page ?? '[]').length)).toEqual([500, 500, 201, 0]);
});

test('when the store is away a revocation still counts here, and what is known stays known', async () => {
  const store = createStore();
  const list = createDenyList(store);
  await list.revoke('before');
  await store.close();
  await expect(list.revoke('during')).rejects.toThrow(StoreUnavailable);
  await expect(list.refresh()).rejects.toThrow(StoreUnavailable);
  expect([list.isRevoked('before'), list.isRevoked('during')]).toEqual([true, true]);
});
