import { type ChildProcess, fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { ServiceError } from '../../core/service-error.ts';
import { ConfigError } from '../../library/config-error.ts';
import type { Config } from '../process/config.ts';
import type { ProcessLog } from '../process/log.ts';
import { createMetrics, serveMetrics } from '../process/metrics.ts';
import { createMetricsCollector } from '../process/metrics-collector.ts';
import { createRequestLog } from '../process/request-log.ts';
import { exitProcess, onShutdownSignal } from '../process/shutdown.ts';
import { createClientAddress, createProxyList } from '../socket/client-address.ts';
import { limitConnections, readOpenFiles } from '../socket/connections.ts';
import { untilNobodyComes } from '../socket/drain.ts';
import { type FirstRequest, readFirstRequest } from '../socket/first-request.ts';
import { listen } from '../socket/listen.ts';
import { createFront } from './front.ts';
import { createOpeningLimit } from './opening-limit.ts';
import { createPublicationEnv } from './publication-env.ts';
import { createPublicationList } from './publication-list.ts';
import { createPublicationProcesses } from './publication-processes.ts';

const megabyte = 1024 * 1024;
/** Memory of an open publication of some hundred articles, and of everything else on the machine. */
const perPublicationMb = 256;
const reservedMb = 512;
const closeAfterMs = 600_000;
/** A publication that is removed ends after this time, though no request arrives on a new connection. */
const refreshMs = 2_000;
const defaultOpenings = 20;
const maxComplaint = 4_096;
const mainScript = join(import.meta.dirname, '../main.ts');

/**
 * The host process of an installation with several publications. It accepts all connections, reads of each as much as
 * names the publication, and hands the connection over to that publication's process.
 * @param about.root value of PUBLICATIONS
 * @param about.idleMs how long a publication stays open without a request; ten minutes by default
 * @param about.openings how many publications one client may open in a minute; 20 by default
 * @throws Error with one plain sentence when it cannot start
 */
export async function servePublications(about: {
  config: Config;
  log: ProcessLog;
  root: string;
  idleMs?: number;
  openings?: number;
}): Promise<void> {
  const { config, log: processLog, root, idleMs = closeAfterMs, openings = defaultOpenings } = about;
  const { log, output } = processLog;
  if (config.WORKERS > 1)
    throw new ConfigError(
      'WORKERS is set beside PUBLICATIONS, which starts a process for each one: leave WORKERS out.',
    );
  const list = await createPublicationList(root, { log, onList: (listed) => processes.follow(listed) });
  const sockets = mkdtempSync(join(tmpdir(), 'quire-'));
  process.on('exit', () => rmSync(sockets, { recursive: true, force: true }));
  const backTo = join(sockets, 'host.sock');
  const metrics = config.METRICS_PORT === undefined ? undefined : createMetrics();
  const collector = createMetricsCollector((question) => processes.tell({ kind: 'tell-metrics', question }));
  const processes = createPublicationProcesses({
    start: (publication) => {
      const env = createPublicationEnv(publication, { env: process.env, all: list.all() });
      return startProcess(publication.name, { env, backTo, write: (lines) => output.write(lines) });
    },
    maxOpen: config.PUBLICATIONS_OPEN ?? defaultMaxOpen(),
    idleMs,
    log,
    onMetrics({ name, question, values }) {
      for (const { values: each } of values)
        for (const value of each) Object.assign(value.labels, { publication: name });
      collector.receive(question, values);
    },
  });
  const isExempt = createProxyList(config.TRUSTED_PROXIES);
  const findClient = createClientAddress(isExempt);
  const clientOf = (peer: string | undefined, first: FirstRequest) => findClient(peer ?? '', first.forwardedFor);
  const front = createFront({ record: createRecord(config, { output, metrics }), clientOf });

  async function route(socket: Socket, isForwarded: boolean, isSurplus: boolean): Promise<void> {
    socket.on('error', () => socket.destroy());
    const first = await readFirstRequest(socket, { isForwarded });
    if (first === undefined) return;
    const publication = first.host === undefined ? undefined : await list.find(first.host);
    if (publication === undefined) return front.take(socket, first);
    try {
      if (isSurplus) throw new ServiceError('rate_limited', 'Too many connections are open.', { retryAfter: 1 });
      if (processes.needsStart(publication.name))
        countOpening(clientOf(first.remoteAddress ?? socket.remoteAddress, first));
      await processes.handOver(publication, socket, first);
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      front.take(socket, first, thrown);
    }
  }

  const routing = new Set<Promise<void>>();
  const accept = (socket: Socket, isForwarded: boolean, isSurplus = false) => {
    const done = route(socket, isForwarded, isSurplus).catch((err: unknown) => {
      log.error({ err }, 'a connection was lost');
      socket.destroy();
    });
    routing.add(done);
    void done.finally(() => routing.delete(done));
  };
  const countOpening = createOpeningLimit({ limit: openings, seed: randomInt(2 ** 32), now: Date.now });
  const entrance = createServer({ allowHalfOpen: true, noDelay: true });
  const limits = { perAddress: config.CONNECTIONS_PER_ADDRESS, openFiles: readOpenFiles(1), isExempt };
  const { surplus } = limitConnections(entrance, limits);
  entrance.on('connection', (socket) => accept(socket, false, surplus.has(socket)));
  const back = createServer({ allowHalfOpen: true }, (socket) => accept(socket, true));
  await new Promise<void>((resolve) => void back.listen(backTo, resolve));
  await listen(entrance, { port: config.PORT, host: config.HOST, setting: 'PORT' });
  const metricsServer =
    metrics && config.METRICS_PORT !== undefined
      ? await serveMetrics(config.METRICS_PORT, { write: async () => collector.write(await metrics.collect()) })
      : undefined;
  setInterval(() => void list.refresh(), refreshMs).unref();
  log.info({ publications: root, pid: process.pid }, 'serving');

  async function stop(): Promise<void> {
    log.info('stopping');
    metricsServer?.close();
    await untilNobodyComes(entrance);
    entrance.close();
    const endedCleanly = (await Promise.all([stopProcesses(), front.stop()]))[0];
    await exitProcess(endedCleanly ? 0 : 1, processLog);
  }
  async function stopProcesses(): Promise<boolean> {
    await Promise.all(routing);
    return processes.stop();
  }
  onShutdownSignal(
    () => void stop(),
    () => {
      processes.kill();
      void exitProcess(1, processLog);
    },
  );
  process.on('SIGHUP', () => {
    processes.tryAgain();
    processes.tell({ kind: 'reload' });
  });
}

function createRecord(
  { LOG_LEVEL: level, LOG_PATHS, LOG_ADDRESSES }: Config,
  about: Pick<Parameters<typeof createRequestLog>[0], 'output' | 'metrics'>,
) {
  const fields = { paths: LOG_PATHS === 'on', addresses: LOG_ADDRESSES === 'on' };
  return createRequestLog({ level, now: Date.now, ...about, ...fields });
}

/** One for each so many megabytes of the machine, or of the container where that has less. */
function defaultMaxOpen(): number {
  const constrained = process.constrainedMemory();
  const bytes = constrained > 0 ? Math.min(totalmem(), constrained) : totalmem();
  return Math.max(1, Math.floor((bytes / megabyte - reservedMb) / perPublicationMb));
}

/** Starts `main.ts` as this process was started, but with the publication's own environment. */
function startProcess(
  name: string,
  { env, backTo, write }: { env: NodeJS.ProcessEnv; backTo: string; write: (lines: string) => void },
): { child: ChildProcess; complaint: () => string } {
  const child = fork(mainScript, ['--publication', name, backTo], {
    env,
    // The settings file of the installation is not the publication's.
    execArgv: process.execArgv.filter((argument) => !argument.startsWith('--env-file')),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let partial = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    // Complete lines only: two processes may write at the same time.
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) write(partial + text.slice(0, end));
    partial = (end > 0 ? '' : partial) + text.slice(end);
  });
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-maxComplaint);
  });
  return { child, complaint: () => complaint };
}
