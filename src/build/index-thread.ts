import { parentPort, workerData } from 'node:worker_threads';
import { type IndexJob, indexAtOnce } from './index-in-thread.ts';

/** The thread of `indexInThread`. */
const job: IndexJob = workerData;
parentPort?.postMessage(indexAtOnce(job));
