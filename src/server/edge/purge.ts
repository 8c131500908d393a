import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../process/config.ts';

/** Waits between attempts, in milliseconds. */
const pauses = [1_000, 5_000, 25_000];
const timeoutMs = 5_000;

/**
 * Purges the cache in front by the publication's tag, which is sent in all the forms that vendors read: the headers
 * `Cache-Tag` and `Surrogate-Key`, and a JSON body `{"tags":[...]}`.
 * @returns does nothing without EDGE_PURGE_URL; never rejects, and logs a purge that failed four times
 */
export function createPurge(
  config: Pick<Config, 'EDGE_PURGE_URL' | 'EDGE_PURGE_METHOD' | 'EDGE_PURGE_HEADER' | 'KEY_PREFIX'>,
  log: Pick<Logger, 'error' | 'info'>,
): () => Promise<void> {
  const { EDGE_PURGE_URL: url, EDGE_PURGE_METHOD: method, EDGE_PURGE_HEADER: header = '', KEY_PREFIX: tag } = config;
  if (url === undefined) return async () => {};
  const { host } = new URL(url);
  const [name = '', ...value] = header.split(':');
  const headers = {
    'cache-tag': tag,
    'surrogate-key': tag,
    'content-type': 'application/json',
    ...(name === '' ? {} : { [name]: value.join(':').trim() }),
  };
  const body = method === 'POST' ? JSON.stringify({ tags: [tag] }) : null;

  async function send(to: string): Promise<void> {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(to, { method, headers, body, redirect: 'error', signal });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The cache returned ${response.status}.`);
  }

  return async () => {
    for (const pause of [...pauses, undefined]) {
      try {
        await send(url);
        log.info({ tag }, 'the cache in front was purged');
        return;
      } catch (err) {
        // Only the host is logged: the path of the URL may contain a token.
        if (pause === undefined) log.error({ err, host }, 'the cache in front was not purged');
        else await wait(pause, undefined, { ref: false });
      }
    }
  };
}
