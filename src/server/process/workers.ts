import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { createMemoryRateLimiter } from '../../core/limits/memory.ts';
import type { Config } from './config.ts';
import { collectFromWorkers, serveMetrics } from './metrics.ts';
import { createCounter, isKind } from './worker-counts.ts';

/** Told by a worker once it listens, and to it when it shall drain. */
export type Serving = { kind: 'serving' };
export type Stop = { kind: 'stop' };

/** A worker that could not even start will hardly start at once. */
const retryMs = 5_000;

/**
 * The primary process of several. Each worker listens by itself (`reusePort`); one that dies unasked is replaced, unless none has
 * ever served: then the environment is wrong, and it has said how. Here is what they must share: rate limits and metrics.
 * Workers are told to stop by message, since a terminal or a service manager signals the whole group: theirs would be a second one.
 */
export async function superviseWorkers({ config, log }: { config: Config; log: Logger }): Promise<void> {
  const { WORKERS, METRICS_PORT } = config;
  const count = createCounter(createMemoryRateLimiter({ now: Date.now }));
  const metrics = METRICS_PORT === undefined ? undefined : await serveMetrics(METRICS_PORT, collectFromWorkers());
  const served = new WeakSet<Worker>();
  let hasServed = false;
  let isStopping = false;

  function stop() {
    isStopping = true;
    metrics?.close();
    for (const worker of Object.values(cluster.workers ?? {})) tell(worker, { kind: 'stop' } satisfies Stop);
  }

  cluster.on('message', (worker, message: unknown) => {
    if (isKind<Serving>(message, 'serving')) {
      served.add(worker);
      if (!hasServed) for (let index = 1; index < WORKERS; index += 1) cluster.fork();
      hasServed = true;
    }
    const reply = count(message);
    if (reply) tell(worker, reply);
  });
  cluster.on('exit', (worker, code) => {
    if (isStopping) return;
    if (!hasServed) {
      process.exitCode = 1;
      stop();
      return;
    }
    log.error({ pid: worker.process.pid, code }, 'a worker ended; another takes its place');
    setTimeout(() => isStopping || cluster.fork(), served.has(worker) ? 0 : retryMs);
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (!isStopping) return stop();
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
      process.exit(1);
    });
  }
  cluster.fork(); // the others after it serves: what is wrong with the environment is said once
}

/** A worker that has gone needs no message. */
function tell(worker: Worker | undefined, message: object) {
  worker?.process.send(message, () => {});
}
