import { parentPort, Worker, workerData } from 'node:worker_threads';

/**
 * Runs a module in another thread.
 * @param module one that calls `returnResult`
 * @throws Error when the thread fails, or ends without a result
 */
export async function runThread<Data, Result>(module: URL, data: Data): Promise<Result> {
  const worker = new Worker(module, { workerData: data });
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  // Under `node --watch`, which npm run dev is, a thread first reports its modules.
  worker.on('message', (message: { result?: Result }) => message.result !== undefined && resolve(message.result));
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('A thread of the build has ended without a result.')));
  return promise;
}

/** Computes the result of a thread, in its module. */
export function returnResult<Data, Result>(compute: (data: Data) => Result): void {
  parentPort?.postMessage({ result: compute(workerData) });
}
