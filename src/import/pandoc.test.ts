import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { folderOfTest } from '../../tests/support/folders.ts';
import { createImportAssets } from './import-assets.ts';
import { readByPandoc } from './pandoc.ts';

test('a manuscript on which pandoc never finishes is refused in time', () => {
  const folder = folderOfTest();
  writeFileSync(join(folder, 'pandoc'), '#!/bin/sh\nexec sleep 30\n', { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
  const manuscript = join(folder, 'endless.docx');
  writeFileSync(manuscript, '');
  const read = () => readByPandoc(manuscript, 'docx', createImportAssets('endless'), 500);
  expect(read).toThrow('pandoc did not finish in 0.5 seconds; split the file.');
  vi.unstubAllEnvs();
});
