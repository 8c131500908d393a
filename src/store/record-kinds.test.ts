import { expect, test } from 'vitest';
import { z } from 'zod';
import { createMemoryStore } from './memory-store.ts';
import { CorruptRecord, record } from './record-kinds.ts';

const notes = record({ prefix: 'note', schema: z.object({ text: z.string() }), ttlMs: 1_000 });

test('a record is found as it was put, under its prefix, for its time to live', async () => {
  let at = 0;
  const store = createMemoryStore(() => at);
  const result = await notes.update(store, 'a:b', (seen) => ({ op: 'put', value: { text: 'hello' }, result: seen }));
  expect(result).toBeUndefined();
  expect(await notes.find(store, 'a:b')).toEqual({ text: 'hello' });
  expect(await store.get('note:a:b')).toBe('{"text":"hello"}');
  at = 1_000;
  expect(await notes.find(store, 'a:b')).toBeUndefined();
});

test('a decision may say its own time to live, keep or delete', async () => {
  let at = 0;
  const store = createMemoryStore(() => at);
  await notes.update(store, 'id', () => ({ op: 'put', value: { text: 'long' }, ttlMs: 5_000, result: 0 }));
  at = 4_999;
  expect(await notes.update(store, 'id', (seen) => ({ op: 'keep', result: seen?.text }))).toBe('long');
  expect(await notes.update(store, 'id', (seen) => ({ op: 'delete', result: seen?.text }))).toBe('long');
  expect(await notes.find(store, 'id')).toBeUndefined();
});

test.each(['not json', '{"text":7}', 'null'])(
  'a corrupt record (%s) is reported, not handed out or overwritten',
  async (text) => {
    const store = createMemoryStore(() => 0);
    await store.update('note:id', () => ({ op: 'put', value: text, ttlMs: 1_000, result: 0 }));
    await expect(notes.find(store, 'id')).rejects.toThrow(CorruptRecord);
    await expect(notes.update(store, 'id', () => ({ op: 'delete', result: 0 }))).rejects.toThrow('kind "note"');
    expect(await store.get('note:id')).toBe(text);
  },
);
