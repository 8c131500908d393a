import { existsSync, linkSync } from 'node:fs';
import { join } from 'node:path';
import type { EarlierParts } from '../../src/release/earlier-parts.ts';

/**
 * Stands for the releases before a build.
 * @param earlier a folder that may have the same parts
 * @returns `linked` lists those that were taken
 */
export function openEarlierFolder(earlier: string | undefined): Pick<EarlierParts, 'take'> & { linked: string[] } {
  const linked: string[] = [];
  return {
    linked,
    async take(name, folder) {
      if (earlier === undefined || !existsSync(join(earlier, name))) return false;
      linkSync(join(earlier, name), join(folder, name));
      linked.push(name);
      return true;
    },
  };
}
