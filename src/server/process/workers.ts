import { randomInt } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { createSharedWindows } from '../../core/limits/rate-limit.ts';
import type { Config } from './config.ts';
import { serveMetrics } from './metrics.ts';
import { createMetricsCollector, type MetricValues } from './metrics-collector.ts';
import { onShutdownSignal } from './shutdown.ts';

/** Memory that each thread receives, where all of them count. */
export interface SharedLimits {
  windows: SharedArrayBuffer;
  seed: number;
}

export type ToThread = { kind: 'stop' } | { kind: 'reload' } | { kind: 'tell-metrics'; question: number };
export type FromThread =
  | { kind: 'serving' }
  | { kind: 'unread' }
  | { kind: 'metrics'; question: number; values: MetricValues };

/** Wait before restarting a thread that never started: the cause is probably still there. */
const retryMs = 5_000;

/**
 * Supervises the threads. Each listens by itself (`reusePort`). A thread that ends unexpectedly is replaced, unless
 * none has ever served: then the configuration is invalid, and the thread has printed why. They share rate limits in
 * memory, without messages, and metrics.
 * @param about.script path of the thread's script
 * @param about.end ends the process with this code
 */
export async function superviseThreads(about: {
  config: Config;
  log: Logger;
  script: URL;
  end: (code: 0 | 1) => Promise<void>;
}): Promise<void> {
  const { config, log, script, end } = about;
  const shared: SharedLimits = { windows: createSharedWindows(), seed: randomInt(2 ** 32) };
  const threads = new Set<Worker>();
  /** Threads that have stopped and wait for a log that is not read. */
  const unread = new Set<Worker>();
  const collector = createMetricsCollector((question) => {
    tell({ kind: 'tell-metrics', question });
    return threads.size;
  });
  let hasServed = false;
  let isStopping = false;
  let endCode: 0 | 1 = 0;

  function start() {
    const thread = new Worker(script, { workerData: shared, resourceLimits: { maxYoungGenerationSizeMb: 48 } });
    let isServing = false;
    threads.add(thread);
    thread.on('message', (message: FromThread) => {
      if (message.kind === 'metrics') return collector.receive(message.question, message.values);
      if (message.kind === 'unread') {
        unread.add(thread);
        return endWithLast();
      }
      isServing = true;
      // Start the others once one serves: an invalid configuration is reported only once.
      if (!hasServed && !isStopping) for (let index = 1; index < config.WORKERS; index += 1) start();
      hasServed = true;
    });
    thread.on('error', (err) => log.error({ err }, 'a worker failed'));
    thread.on('exit', (code) => {
      threads.delete(thread);
      if (isStopping) {
        if (code !== 0) endCode = 1;
        return endWithLast();
      }
      if (!hasServed) {
        process.exitCode = 1;
        return;
      }
      log.error({ code }, 'a worker ended; another takes its place');
      setTimeout(() => isStopping || start(), isServing ? 0 : retryMs);
    });
  }

  function endWithLast() {
    for (const thread of threads) if (!unread.has(thread)) return;
    void end(endCode);
  }

  function tell(message: ToThread) {
    for (const thread of threads) thread.postMessage(message);
  }

  const { METRICS_PORT } = config;
  const metrics = METRICS_PORT === undefined ? undefined : await serveMetrics(METRICS_PORT, collector);
  onShutdownSignal(
    () => {
      isStopping = true;
      metrics?.close();
      tell({ kind: 'stop' });
    },
    () => void end(1),
  );
  process.on('SIGHUP', () => tell({ kind: 'reload' }));
  start();
}
