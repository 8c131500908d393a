import { expect, test } from 'vitest';
import { isForms } from './choose.ts';
import { formsOf } from './forms.ts';
import { createKeep } from './keep.ts';

test('what is kept holds its own bytes alone, not the block they were cut from', async () => {
  const list = {};
  const keep = createKeep({ capacity: 100_000, released: () => list });
  const bytes = Buffer.from('a small answer');
  const cut = Buffer.from('in another coding').subarray(3);
  const content = formsOf({ identity: bytes, gzip: cut }, { type: 'text/plain' });
  const made = { reply: { status: 200, headers: [], content }, isLasting: true, released: list };
  await keep.make('small', async () => made);
  const kept = keep.find('small')?.reply.content;
  if (!kept || !isForms(kept)) throw new Error('It was not kept.');
  expect(bytes.buffer.byteLength).toBeGreaterThan(1_000);
  for (const [form, whole] of [
    [kept.identity, bytes],
    [kept.gzip, cut],
  ] as const) {
    expect(Buffer.from(form?.bytes ?? []).toString()).toBe(whole.toString());
    expect(form?.bytes.buffer.byteLength).toBe(whole.byteLength);
  }
});
