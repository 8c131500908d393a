import { statSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** A file in the folder of a release that is not a part of it, because it describes the files of this machine. */
export const checkedFile = 'checked.json';

/** State of a file that its system changes with every write: size, times, number. Another file never has the same. */
type FileState = string;
const CheckedParts = z.record(z.string(), z.string());

interface CheckedPart {
  /** Digest of the part, or whatever else it was compared with. */
  hash: string;
  /** Read before the file was. */
  state: FileState;
}

/**
 * A file that was written within this time may be written again without another time of its own. A link that was made
 * or removed says nothing: it changes another time of the file.
 */
const unsafeMs = 2_000;

/**
 * Remembers which parts of a release had the digest of the manifest, in a file beside them: a release of gigabytes is
 * read once on each machine, and not at every start. A part that was written since, or copied, is read again.
 */
export async function openCheckedParts(folder: string) {
  const file = join(folder, checkedFile);
  const known = await readChecked(file);
  const added = new Map<string, string>();
  const startedAt = Date.now();
  return {
    /** @returns undefined when the file is missing */
    readState(path: string): FileState | undefined {
      try {
        const { size, mtimeNs, ctimeNs, dev, ino } = statSync(join(folder, path), { bigint: true });
        return [size, mtimeNs, ctimeNs, dev, ino].join(' ');
      } catch {
        return undefined;
      }
    },
    isChecked: (path: string, { hash, state }: CheckedPart) => known[path] === `${hash} ${state}`,
    add(path: string, { hash, state }: CheckedPart): void {
      const writtenMs = Number(BigInt(state.split(' ')[1] ?? 0) / 1_000_000n);
      if (writtenMs < startedAt - unsafeMs) added.set(path, `${hash} ${state}`);
    },
    /** Stores what was added. A folder that cannot be written is read at each start. */
    async store(): Promise<void> {
      if (added.size === 0) return;
      const next = `${file}.${process.pid}`;
      try {
        await writeFile(next, JSON.stringify({ ...known, ...Object.fromEntries(added) }), { mode: 0o600 });
        await rename(next, file);
      } catch {
        await rm(next, { force: true }).catch(() => undefined); // read-only, or full: see above
      }
    },
  };
}

async function readChecked(file: string): Promise<Record<string, string>> {
  try {
    return CheckedParts.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return {}; // none yet, or one of another version: everything is read
  }
}
