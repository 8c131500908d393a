import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Migration } from './migrations.ts';

export interface Migrated {
  /** Files that were written. */
  changed: string[];
  /** The message of each migration that changed something. */
  said: string[];
  /** Sentences about what a person must do. */
  left: string[];
}

/**
 * Migrates site.config.ts and the front matter of a publication to the format of this release; a second run changes
 * nothing.
 */
export async function migratePublication(root: string, migrations: readonly Migration[]): Promise<Migrated> {
  const changed = new Set<string>();
  const said = new Set<string>();
  const left: string[] = [];
  for (const path of await listFiles(root)) {
    const before = await readFile(join(root, path), 'utf8');
    let text = before;
    for (const migration of migrations) {
      const migrated = migration.migrate({ path, text });
      if (migrated !== undefined) {
        text = migrated;
        said.add(migration.says);
      }
      const refused = migration.refuse?.({ path, text });
      if (refused !== undefined) left.push(refused);
    }
    if (text === before) continue;
    await writeFile(join(root, path), text);
    changed.add(path);
  }
  return { changed: [...changed], said: [...said], left };
}

async function listFiles(root: string): Promise<string[]> {
  const names = await readdir(join(root, 'content'), { recursive: true });
  return ['site.config.ts', ...names.filter((name) => name.endsWith('.md')).map((name) => `content/${name}`)];
}
