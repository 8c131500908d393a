import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { createMemoryRateLimiter } from '../../core/limits/rate-limit.ts';
import { type Config, readConfig } from './config.ts';
import { boundHeapGrowth } from './heap-growth.ts';
import { createLog, type ProcessLog } from './log.ts';
import { followReleaseStore } from './release-follower.ts';
import { type RunningService, startService } from './service.ts';
import { exitProcess, onShutdownSignal } from './shutdown.ts';
import { type FromThread, type SharedLimits, superviseThreads, type ToThread } from './workers.ts';

/**
 * The process: reads the environment, starts, and on SIGTERM or SIGINT drains. A second signal ends it at once.
 * @param script the script of this process, which its threads run too
 */
export async function run(script: URL): Promise<void> {
  if (isMainThread) boundHeapGrowth();
  const config = readConfig(process.env);
  const publication = readPublicationArguments(process.argv);
  const log = createLog(config.LOG_LEVEL, publication?.name);
  process.on('uncaughtException', (err) => {
    log.log.fatal({ err }, 'uncaught');
    void exitProcess(1, log);
  });
  if (parentPort) return serveAsThread(config, log, parentPort);
  if (config.PUBLICATIONS !== undefined) {
    const { servePublications } = await import('../publications/run-publications.ts');
    return servePublications({ config, log, root: config.PUBLICATIONS });
  }
  // Threads read the copy that the main thread fetches.
  await followReleaseStore({ config, env: process.env, log: log.log });
  if (publication) {
    const { servePublication } = await import('../publications/publication-process.ts');
    await servePublication({ config, log, stop, ...publication });
  } else if (config.WORKERS > 1) {
    await superviseThreads({ config, log: log.log, script, end: (code) => exitProcess(code, log) });
  } else await serve(config, log);
}

/** The arguments with which `run-publications.ts` starts the process of one publication. */
function readPublicationArguments(argv: readonly string[]): { name: string; backTo: string } | undefined {
  const [name, backTo] = argv.slice(argv.indexOf('--publication') + 1);
  if (!argv.includes('--publication') || name === undefined || backTo === undefined) return undefined;
  return { name, backTo };
}

async function serve(config: Config, log: ProcessLog) {
  const running = await startService({ config, ...log });
  onShutdownSignal(
    () => void stop(running, log).then((code) => exitProcess(code, log)),
    () => void exitProcess(1, log),
  );
  process.on('SIGHUP', () => void running.reload());
}

/** Signals are for the main thread, which tells the others. */
async function serveAsThread(config: Config, log: ProcessLog, port: NonNullable<typeof parentPort>) {
  const { windows, seed }: SharedLimits = workerData;
  const running = await startService({
    config,
    ...log,
    limiter: createMemoryRateLimiter({ windows, seed, now: Date.now }),
  });
  port.on('message', async (message: ToThread) => {
    switch (message.kind) {
      case 'stop':
        return endThread(await stop(running, log), log, port);
      case 'reload':
        return running.reload();
      case 'tell-metrics': {
        const values = (await running.metrics?.collect()) ?? [];
        port.postMessage({ kind: 'metrics', question: message.question, values } satisfies FromThread);
      }
    }
  });
  port.postMessage({ kind: 'serving' } satisfies FromThread);
}

/** @returns the exit code */
async function stop(running: RunningService, { log }: ProcessLog): Promise<0 | 1> {
  log.info('stopping');
  try {
    await running.stop();
    return 0;
  } catch (err) {
    log.error({ err }, 'did not stop cleanly');
    return 1;
  }
}

/**
 * The main thread ends with the last of its threads. A thread whose log lines are not read cannot end by itself, so it
 * sends a message.
 */
async function endThread(code: 0 | 1, { written }: ProcessLog, port: NonNullable<typeof parentPort>) {
  if (!(await written())) port.postMessage({ kind: 'unread' } satisfies FromThread);
  else if (code === 0) port.close();
  else process.exit(code);
}
