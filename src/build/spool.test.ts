import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOfTest } from '../../tests/support/folders.ts';
import { openPartCache, partKey } from '../library/part-cache.ts';
import { createSpool, type Place } from './spool.ts';

const texts = Array.from({ length: 1_000 }, (_, number) => `text ${number} ${'x'.repeat(number % 50)}`);

it.each([0, 5_000, 1e9])('gives back what was added, with %i bytes in memory and the rest in a file', (memoryBytes) => {
  const path = join(folderOfTest(), 'spool');
  const spool = createSpool(path, { memoryBytes });
  const places = texts.map((text) => spool.add(Buffer.from(text)));
  expect(places.map((place) => spool.read(place).toString())).toEqual(texts);
  expect(places.map((place) => spool.read(place, 5, 3).toString())).toEqual(texts.map((text) => text.slice(5, 8)));
  expect(existsSync(path)).toBe(memoryBytes < 1e9);
  spool.close();
  spool.close();
  expect(existsSync(path)).toBe(false);
});

it.each([1, 2, 3, 6])('gives back what follows nothing at the end of the memory, of %i bytes', (memoryBytes) => {
  const spool = createSpool(join(folderOfTest(), 'spool'), { memoryBytes });
  const texts = ['a', '', 'bc', '', '', 'def', ''];
  const places = texts.map((text) => spool.add(Buffer.from(text)));
  expect(places.map((place) => spool.read(place).toString())).toEqual(texts);
  spool.close();
});

it('leaves blocks where they are', () => {
  const path = join(folderOfTest(), 'spool');
  const spool = createSpool(path, { memoryBytes: 0 });
  let reads = 0;
  const read = () => {
    reads += 1;
    return Buffer.from('a block');
  };
  const place = spool.add({ length: 7, read });
  expect([existsSync(path), reads]).toEqual([false, 0]);
  expect([spool.read(place).toString(), spool.read(place, 2, 3).toString(), reads]).toEqual(['a block', 'blo', 2]);
  spool.close();
});

it('reads pieces of parts from the cache, of more parts than are open at once, and copies none', () => {
  const folder = folderOfTest();
  const cache = openPartCache(join(folder, 'parts'));
  const keys = texts.map((text) => partKey(text));
  // Half of them are pieces of what was just stored, and the others of what is found.
  const stored = texts.map((text) => new Uint8Array(Buffer.from(`head ${text} tail`)));
  for (const [number, key] of keys.entries()) cache.store(key, stored[number] ?? Buffer.of());
  const path = join(folder, 'spool');
  const spool = createSpool(path, { hasParts: true, memoryBytes: 0 });
  const partOf = (key: string, number: number) => (number % 2 ? stored[number] : cache.find(key));
  const places = keys.map((key, number) => spool.add(partOf(key, number)?.subarray(5, -5) ?? Buffer.of()));
  // Twice one after the other, and again when its file was closed for others.
  const readTwice = (place: Place) => [spool.read(place).toString(), spool.read(place).toString()];
  for (let round = 0; round < 2; round += 1) expect(places.map(readTwice)).toEqual(texts.map((text) => [text, text]));
  expect(places.map((place) => spool.read(place, 5, 3).toString())).toEqual(texts.map((text) => text.slice(5, 8)));
  expect(existsSync(path)).toBe(false);
  const other = spool.add(Buffer.from('not of a part'));
  expect(spool.read(other).toString()).toBe('not of a part');
  spool.close();
});
