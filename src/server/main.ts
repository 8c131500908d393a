import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { createThreadRateLimiter } from '../core/limits/threads.ts';
import { type Config, readConfig } from './process/config.ts';
import { createLog } from './process/log.ts';
import type { Running } from './process/service.ts';
import { type FromThread, type Shared, superviseThreads, type ToThread } from './process/threads.ts';

/** The process: reads the environment, starts, and on SIGTERM or SIGINT drains. A second signal ends it at once. */
type Log = ReturnType<typeof createLog>;

try {
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  process.on('uncaughtException', (err) => {
    log.log.fatal({ err }, 'uncaught');
    process.exit(1);
  });
  if (parentPort) await serveAsThread(config, log, parentPort);
  else if (config.WORKERS > 1) await superviseThreads({ config, log: log.log, script: new URL(import.meta.url) });
  else await serve(config, log);
} catch (cause) {
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
  process.exit(1);
}

/** Imported here, since reading the settings of the publication may fail too, and that is said like the rest. */
async function start(about: Parameters<typeof import('./process/service.ts').startService>[0]): Promise<Running> {
  const { startService } = await import('./process/service.ts');
  return startService(about);
}

async function serve(config: Config, log: Log) {
  const running = await start({ config, ...log });
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      stop(running, log);
    });
  }
  process.on('SIGHUP', () => void running.takeOver());
}

/** Signals are for the main thread, which tells the others. */
async function serveAsThread(config: Config, log: Log, port: NonNullable<typeof parentPort>) {
  const { windows, seed }: Shared = workerData;
  const running = await start({
    config,
    ...log,
    limiter: createThreadRateLimiter({ windows, seed, now: Date.now }),
  });
  port.on('message', async (message: ToThread) => {
    switch (message.kind) {
      case 'stop':
        return stop(running, log);
      case 'take-over':
        return running.takeOver();
      case 'tell-metrics': {
        const values = (await running.metrics?.collect()) ?? [];
        port.postMessage({ kind: 'metrics', question: message.question, values } satisfies FromThread);
      }
    }
  });
  port.postMessage({ kind: 'serving' } satisfies FromThread);
}

function stop(running: Running, { log }: Log) {
  log.info('stopping');
  running.stop().then(
    // The main thread ends with the last of the others.
    () => (isMainThread ? process.exit(0) : parentPort?.close()),
    (err: unknown) => {
      log.error({ err }, 'did not stop cleanly');
      process.exit(1);
    },
  );
}
