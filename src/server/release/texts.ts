import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Texts } from '../../content/library/file.ts';

export interface OpenTexts extends Texts {
  close(): void;
}

/**
 * The texts of a library, each read from the file when it is asked for: none of them stays in memory, and the system keeps in its
 * own what is asked for often.
 * @throws Error, in one sentence that names the command to run, when the file is missing
 */
export function openTexts(path: string): OpenTexts {
  const file = openFile(path);
  let isOpen = true;
  return {
    bytes: fstatSync(file).size,
    read(start, length) {
      // The system gives the number of a closed file to the next one that is opened.
      if (!isOpen) throw new Error(`${path} is closed.`);
      const bytes = Buffer.allocUnsafe(length);
      if (readSync(file, bytes, 0, length, start) !== length) throw new Error(`${path} ends before a text does.`);
      return bytes.toString();
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
