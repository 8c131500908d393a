import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { hashAtOnce, readBytes } from '../release/hash-files.ts';
import type { HashThreadData } from './hash-in-thread.ts';

/** The thread of `hashInThread`. */
const { folder, names }: HashThreadData = workerData;
const room = Buffer.alloc(readBytes);
parentPort?.postMessage(names.map((name): [string, string] => [name, hashAtOnce(join(folder, name), room)]));
