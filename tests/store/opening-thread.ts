/**
 * Opens and closes `workerData.count` new stores in `workerData.folder`, in the same order as other threads, and says
 * what failed.
 */
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { openSqliteStore } from '../../src/store/sqlite.ts';

const failures: string[] = [];
for (let number = 0; number < workerData.count; number++) {
  try {
    await openSqliteStore({ path: join(workerData.folder, `${number}.sqlite`), now: Date.now }).close();
  } catch (error) {
    failures.push(String(error instanceof Error ? error.cause : error));
  }
}
parentPort?.postMessage(failures);
