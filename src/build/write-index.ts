import { closeSync, openSync, writeSync } from 'node:fs';
import { encodeIndex, type NamedBlocks } from '../search/index-file.ts';

/** Writes an index file, piece by piece. */
export function writeIndex(path: string, about: { blocks: NamedBlocks; languages: readonly string[] }): void {
  const file = openSync(path, 'wx');
  try {
    for (const piece of encodeIndex(about.blocks, about.languages))
      for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
  } finally {
    closeSync(file);
  }
}
