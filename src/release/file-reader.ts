import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

export interface FileReader {
  /** In bytes. */
  size: number;
  /** What there is of so many bytes, in memory of its own. */
  read(start: number, length: number): Buffer;
  close(): void;
}

/**
 * A part of a release that is read by place: nothing of it stays in memory here, and the system keeps in its own what is asked for
 * often.
 * @throws Error, in one sentence that names the command to run, when the file is missing
 */
export function openForReading(path: string): FileReader {
  const file = openFile(path);
  let isOpen = true;
  return {
    size: fstatSync(file).size,
    read(start, length) {
      // The system gives the number of a closed file to the next one that is opened.
      if (!isOpen) throw new Error(`${path} is closed.`);
      const bytes = Buffer.allocUnsafe(length);
      return bytes.subarray(0, readSync(file, bytes, 0, length, start));
    },
    close() {
      isOpen = false;
      closeSync(file);
    },
  };
}

function openFile(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (cause) {
    throw new Error(`${path} is missing: run "npm run build" first.`, { cause });
  }
}
