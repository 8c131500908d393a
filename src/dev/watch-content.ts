import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { isMissing } from '../library/list-files.ts';

/**
 * Watches a folder and all folders in it. A folder reports each file that is written or replaced in it, within
 * milliseconds; Vite's watcher reads the whole folder again at each save, which takes a second with 2,000 articles.
 * @param about.onChange receives the absolute path of a file or folder that was written, added or removed
 * @param about.onError receives the reason why a folder cannot be watched: the system may have no more watches
 * @returns stops watching
 */
export function watchContent(
  folder: string,
  { onChange, onError }: { onChange: (path: string) => void; onError: (error: unknown) => void },
): () => void {
  const watchers = new Map<string, FSWatcher>();

  function add(path: string): void {
    try {
      if (!watchers.has(path)) open(path);
    } catch (error) {
      if (!isMissing(error)) onError(error);
    }
  }

  function open(path: string): void {
    const watcher = watch(path, (_, name) => {
      const changed = name === null ? path : join(path, name);
      if (isFolder(changed)) add(changed);
      if (!isFolder(path)) remove(path);
      onChange(changed);
    });
    watchers.set(path, watcher);
    watcher.on('error', () => remove(path));
    for (const entry of readdirSync(path, { withFileTypes: true }))
      if (entry.isDirectory()) add(join(path, entry.name));
  }

  function remove(path: string): void {
    watchers.get(path)?.close();
    watchers.delete(path);
  }

  add(folder);
  return () => {
    for (const path of [...watchers.keys()]) remove(path);
  };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
