import { join } from 'node:path';

/**
 * Settings for a command that shows what is not out yet: its state lies in its own folder, and no key or change of it counts for the
 * service that readers use.
 */
export function ownState(folder: string): Record<string, string> {
  return { DATA_DIR: join(folder, 'data'), STORE_URL: '', KEY_SECRET: '', KEY_SECRET_PREVIOUS: '' };
}
