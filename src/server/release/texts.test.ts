import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openTexts } from './texts.ts';

it('reads a text by its place in bytes, and says when the file is cut off or missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-texts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'library.bodies');
  await writeFile(path, 'Zürich→東京');
  const texts = openTexts(path);
  expect([texts.bytes, texts.read(0, 7), texts.read(10, 6)]).toEqual([16, 'Zürich', '東京']);
  expect(() => texts.read(10, 7)).toThrow('ends before a text does');
  texts.close();
  expect(() => texts.read(0, 7)).toThrow('is closed');
  expect(() => openTexts(join(folder, 'other'))).toThrow('is missing: run "npm run build" first.');
});
