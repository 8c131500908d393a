import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOfTest } from '../../tests/support/folders.ts';
import { openForReading } from './file-reader.ts';

it('reads by place, to the end of the file, and not from a file that is closed or missing', async () => {
  const folder = folderOfTest();
  const path = join(folder, 'library.bodies');
  await writeFile(path, 'Zürich→東京');
  const file = openForReading(path);
  expect([file.size, file.read(0, 7).toString(), file.read(10, 99).toString()]).toEqual([16, 'Zürich', '東京']);
  file.close();
  expect(() => file.read(0, 7)).toThrow('is closed');
  expect(() => openForReading(join(folder, 'other'))).toThrow('is missing: run "npm run build" first.');
});
