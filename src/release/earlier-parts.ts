import { copyFileSync, linkSync } from 'node:fs';
import { join } from 'node:path';
import { openCheckedParts } from './checked-parts.ts';
import { hashFile, type KnownHashes, readBytes } from './hash-files.ts';
import { readHashes, readPointer } from './manifest.ts';

/** Parts of the retained releases that a new release may have too. */
export interface EarlierParts {
  /**
   * Puts a part into a folder as it is in an earlier release: as a link, so that it is neither copied nor stored twice.
   * @param name path of the part inside the folder of a release
   * @returns false when no release has it, or none has it undamaged
   */
  take(name: string, folder: string): Promise<boolean>;
  /** Those that were linked. */
  linked: KnownHashes;
}

/** Takes parts from one folder as they are, for the preview of an author alone. */
export function openPreviousParts(previous: string): Pick<EarlierParts, 'take'> {
  return {
    async take(name, folder) {
      try {
        linkSync(join(previous, name), join(folder, name));
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** @param releases the folder of all releases */
export async function openEarlierParts(releases: string): Promise<EarlierParts> {
  const folders = (await readPointer(releases)).map((id) => join(releases, id));
  const known = await Promise.all(
    folders.map(async (folder) => ({
      folder,
      hashes: await readHashes(folder),
      checked: await openCheckedParts(folder),
    })),
  );
  const linked = new Map<string, string>();
  const room = Buffer.alloc(readBytes);
  return {
    linked,
    async take(name, folder) {
      for (const { folder: earlier, hashes, checked } of known) {
        const hash = hashes[name];
        if (hash === undefined) continue;
        const [source, target] = [join(earlier, name), join(folder, name)];
        const state = checked.readState(name);
        const isWhole =
          state !== undefined &&
          (checked.isChecked(name, { hash, state }) || (await hashFile(source, room).catch(() => '')) === hash);
        if (!isWhole) continue;
        try {
          linkSync(source, target);
          linked.set(name, hash);
        } catch {
          // A file system without links: `finalizeRelease` reads the copy as it reads a new part.
          copyFileSync(source, target);
        }
        return true;
      }
      return false;
    },
  };
}
