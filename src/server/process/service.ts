import { isMainThread } from 'node:worker_threads';
import type { DestinationStream, Logger } from 'pino';
import type { RateLimiter } from '../../core/limits/rate-limit.ts';
import { servedFolder } from '../../library/release-parts.ts';
import { checkRelease } from '../../release/manifest.ts';
import { linkNodeModules } from '../../release/node-modules-link.ts';
import { openRelease } from '../../release/open-release.ts';
import { createPurge } from '../edge/purge.ts';
import type { Config } from './config.ts';
import { createHealth } from './health.ts';
import { collectGarbage } from './heap-growth.ts';
import { type AttachServer, startListening } from './http-server.ts';
import { createMetrics, type Metrics, serveMetrics } from './metrics.ts';
import { createReleaseSwitch } from './release-switch.ts';
import { createRequestLog } from './request-log.ts';
import { type ServedRelease, serveRelease } from './served-release.ts';
import { openState } from './state.ts';

export interface RunningService {
  /** Absent where no port for them is set. */
  metrics: Metrics | undefined;
  /**
   * Switches to the current release if it is not served yet. A broken one is rejected and the previous one is still
   * served.
   */
  reload(): Promise<void>;
  /** Stops accepting connections, lets responses finish for up to ten seconds, and closes the store. */
  stop(): Promise<void>;
}

/** How often the pointer to the current release is looked at. */
const watchMs = 1_000;
/** The readiness probe of a new process gets its response before the front page is rendered. */
const prepareMs = 500;

/**
 * Opens the release, the store and the socket. Resolves when the port accepts connections.
 * @param about.now epoch milliseconds; the wall clock by default
 * @param about.limiter counts for a store that is not shared; within this process by default
 * @param about.publication name in each log line, where a process serves one of several publications
 * @param about.attach takes the place of listening on PORT and on METRICS_PORT
 */
export async function startService(about: {
  config: Config;
  log: Logger;
  output: DestinationStream;
  now?: () => number;
  limiter?: RateLimiter | undefined;
  publication?: string;
  attach?: AttachServer;
}): Promise<RunningService> {
  const { config, log, output, now = Date.now, limiter, publication, attach } = about;
  const releases = servedFolder(process.env);
  linkNodeModules(releases);
  const metrics = config.METRICS_PORT === undefined ? undefined : createMetrics();
  // Check the release first: an error in it is reported before anything is opened.
  const first = await checkRelease(releases, config.BASE_URL);
  const state = await openState({ config, log, now, limiter });
  async function open(folder: string): Promise<ServedRelease> {
    const release = await openRelease(folder, { hasPrebuilt: true });
    const opened = await serveRelease({ release, state, config, log, now });
    await new Promise(setImmediate);
    collectGarbage();
    await new Promise(setImmediate);
    return opened;
  }
  const purge = createPurge(config, log);
  const { current, switchToCurrent, lookAfterFiles, tryAgain } = createReleaseSwitch(await open(first), {
    releases,
    baseUrl: config.BASE_URL,
    open,
    onSwitch() {
      state.notices.announce(current.site.services);
      return purge();
    },
    log,
  });
  state.notices.announce(current.site.services);
  let lastSwitch = Promise.resolve();

  const listening = await startListening({
    config,
    current,
    health: createHealth({
      canRecord: state.canRecord,
      isDamaged: () => current.site.release.damage() !== undefined,
      baseUrl: config.BASE_URL,
    }),
    record: createRequestLog({
      ...{ level: config.LOG_LEVEL, output, metrics, now, publication },
      paths: config.LOG_PATHS === 'on',
      addresses: config.LOG_ADDRESSES === 'on',
    }),
    logError: (fields, message) => log.error(fields, message),
    attach,
  });
  const metricsServer = await openMetrics({ config, metrics, isHanded: attach !== undefined });
  const switchInTurn = () => (lastSwitch = lastSwitch.then(switchToCurrent));
  const logFileFailure = (err: unknown) => log.error({ err }, 'the files of the release cannot be looked at');
  const watch = () => (lastSwitch = switchInTurn().then(lookAfterFiles).catch(logFileFailure));
  const watching = setInterval(watch, watchMs).unref();
  const logPageFailure = (err: unknown) => log.error({ err }, 'a page cannot be rendered');
  const preparing = setTimeout(() => current.site.prepare().catch(logPageFailure), prepareMs).unref();
  const articles = current.site.services.catalogue.list().length;
  log.info({ address: config.BASE_URL, articles, pid: process.pid }, 'serving');
  // A new container starts with a new release.
  void purge();

  return {
    metrics,
    reload() {
      tryAgain();
      return switchInTurn();
    },
    async stop() {
      clearInterval(watching);
      clearTimeout(preparing);
      metricsServer?.close();
      state.notices.close();
      await listening.stop();
      await current.site.close();
      await state.close();
    },
  };
}

/** Each thread, and each publication of several, reports its values to the process that serves them. */
async function openMetrics(about: { config: Config; metrics: Metrics | undefined; isHanded: boolean }) {
  const { config, metrics, isHanded } = about;
  if (!metrics || config.METRICS_PORT === undefined || !isMainThread || isHanded) return undefined;
  return serveMetrics(config.METRICS_PORT, metrics);
}
