import cluster from 'node:cluster';
import { type Config, readConfig } from './process/config.ts';
import { createLog } from './process/log.ts';
import { type Running, startService } from './process/service.ts';
import { countInPrimary, isKind } from './process/worker-counts.ts';
import { type Serving, type Stop, superviseWorkers } from './process/workers.ts';

/** The process: reads the environment, starts, and on SIGTERM or SIGINT drains. A second signal ends it at once. */
type Log = ReturnType<typeof createLog>;

try {
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  process.on('uncaughtException', (err) => {
    log.log.fatal({ err }, 'uncaught');
    process.exit(1);
  });
  if (cluster.isWorker) await serveAsWorker(config, log);
  else if (config.WORKERS > 1) await superviseWorkers({ config, log: log.log });
  else await serve(config, log);
} catch (cause) {
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
  process.exit(1);
}

async function serve(config: Config, log: Log) {
  const running = await startService({ config, ...log });
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

/** Signals are for the primary process, which tells its workers. */
async function serveAsWorker(config: Config, log: Log) {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
  const { limiter, receive } = countInPrimary((question) => process.send?.(question));
  let end: () => void = () => process.exit(0);
  process.on('message', (message) => {
    receive(message);
    if (isKind<Stop>(message, 'stop')) end();
  });
  const running = await startService({ config, ...log, limiter });
  end = () => stop(running, log);
  process.send?.({ kind: 'serving' } satisfies Serving);
}

function stop(running: Running, { log }: Log) {
  log.info('stopping');
  running.stop().then(
    () => process.exit(0),
    (err: unknown) => {
      log.error({ err }, 'did not stop cleanly');
      process.exit(1);
    },
  );
}
