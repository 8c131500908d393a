import cluster from 'node:cluster';
import { readConfig } from './config.ts';
import { createLog } from './log.ts';
import { startServer } from './process.ts';

/** The process: reads the environment, starts, and on SIGTERM or SIGINT drains. A second signal ends it at once. */
try {
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  if (cluster.isPrimary && config.WORKERS > 1) startWorkers(config.WORKERS);
  else await serve(config, log);
} catch (cause) {
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
  process.exitCode = 1;
}

async function serve(config: ReturnType<typeof readConfig>, log: ReturnType<typeof createLog>) {
  const running = await startServer({ config, log });
  let isStopping = false;
  function stop(signal: string) {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ signal }, 'stopping');
    running.stop().then(
      () => process.exit(0),
      (err: unknown) => {
        log.error({ err }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  }
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught');
    process.exit(1);
  });
}

/** Each worker listens by itself (`reusePort`); one that dies unasked is replaced. */
function startWorkers(count: number) {
  let isStopping = false;
  for (let index = 0; index < count; index += 1) cluster.fork();
  cluster.on('exit', () => {
    if (!isStopping) cluster.fork();
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      isStopping = true;
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
    });
  }
}
