import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Migration } from './migrations.ts';

/**
 * Migrates site.config.ts and the front matter of a publication to the format of this release; a second run changes
 * nothing.
 * @returns paths of the changed files, the messages of the migrations that changed one, and what the owner must still
 *   change
 */
export async function migratePublication(root: string, migrations: readonly Migration[]) {
  const changed = new Set<string>();
  const messages = new Set<string>();
  const warnings: string[] = [];
  for (const path of await listFiles(root)) {
    const before = await readFile(join(root, path), 'utf8');
    let text = before;
    for (const migration of migrations) {
      const migrated = migration.migrate({ path, text });
      if (migrated !== undefined) {
        text = migrated;
        messages.add(migration.message);
      }
      const refused = migration.refuse?.({ path, text });
      if (refused !== undefined) warnings.push(refused);
    }
    if (text === before) continue;
    await writeFile(join(root, path), text);
    changed.add(path);
  }
  return { changed: [...changed], messages: [...messages], warnings };
}

async function listFiles(root: string): Promise<string[]> {
  const names = await readdir(join(root, 'content'), { recursive: true });
  return ['site.config.ts', ...names.filter((name) => name.endsWith('.md')).map((name) => `content/${name}`)];
}
