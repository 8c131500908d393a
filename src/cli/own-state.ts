import { join } from 'node:path';

/**
 * Settings for a command that shows unreleased articles: its state is in its own folder, so no key or change of it
 * affects the service that readers use, and it serves what it built itself.
 */
export function ownState(folder: string): Record<string, string> {
  // They name the state of the service and of others.
  const unset = ['STORE_URL', 'RELEASE_STORE', 'KEY_SECRET', 'KEY_SECRET_PREVIOUS', 'PUBLICATIONS', 'EDGE_PURGE_URL'];
  return { ...Object.fromEntries(unset.map((name) => [name, ''])), DATA_DIR: join(folder, 'data') };
}
