import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOfTest } from '../../tests/support/folders.ts';
import { listFiles } from '../library/list-files.ts';

it('bundles the looks that site.config.ts reads from the environment', { timeout: 120_000 }, async () => {
  const folder = folderOfTest();
  const bundle = join(folder, 'bundle');
  writeFileSync(
    join(folder, 'site.config.ts'),
    `export const publication = {
      name: 'One', tagline: 'One', publisher: { name: 'One', email: 'desk@one.example' },
      looks: { accent: process.env.ACCENT },
    };`,
  );
  const env = { ...process.env, BUNDLE_DIR: bundle, PUBLICATION_DIR: folder, ACCENT: '#7a1111' };
  execFileSync(process.execPath, ['src/cli/bundle-command.ts'], { env, stdio: 'pipe' });
  const styles = (await listFiles(bundle)).files.filter((name) => name.endsWith('.css'));
  expect(styles.map((name) => readFileSync(join(bundle, name), 'utf8')).join('')).toContain('#7a1111');
});
