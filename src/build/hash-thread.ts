import { join } from 'node:path';
import { hashAtOnce, readBytes } from '../release/hash-files.ts';
import type { HashThreadData } from './hash-in-thread.ts';
import { returnResult } from './run-thread.ts';

/** The thread of `hashInThread`. */
returnResult(({ folder, names }: HashThreadData) => {
  const room = Buffer.alloc(readBytes);
  return new Map(names.map((name) => [name, hashAtOnce(join(folder, name), room)]));
});
