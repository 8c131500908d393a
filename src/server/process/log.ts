import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { type DestinationStream, type Logger, pino } from 'pino';

/** Maximum unread log output. A log consumer that stops reading must not delay responses. */
const maxLength = 16 * 1024 * 1024;
/** Lines are handed over together: each hand-over measures what waits already. */
const batchLength = 65_536;
const flushMs = 100;
const unreadMs = 2_000;

export interface ProcessLog {
  log: Logger;
  /** Accepts lines that are JSON already. */
  output: DestinationStream;
  /**
   * Waits for the log before a process or thread ends. Returns true when every line has been written, however slowly
   * they are read; false when lines are left and none has been read for two seconds.
   */
  written(): Promise<boolean>;
}

/**
 * JSON lines on standard output. Whatever can hold a key, a token or a payment is cut out, wherever it stands.
 * @param publication host name in each line, where one installation serves several publications
 */
export function createLog(level: string, publication?: string): ProcessLog {
  const secret = [
    'authorization',
    'cookie',
    'api_key',
    'payment-signature',
    'x-payment',
    'sign-in-with-x',
    'idempotency-key',
  ];
  const options = {
    level,
    base: publication === undefined ? undefined : { publication },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secret.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[redacted]',
    },
  };
  const destination = pino.destination({ dest: 1, sync: false, maxLength });
  let lines = '';
  let isWriting = false;
  let hasFailed = false;

  function handOver() {
    if (lines === '') return;
    isWriting = true;
    destination.write(lines);
    lines = '';
  }

  // All that was handed over has been written.
  destination.on('drain', () => {
    isWriting = false;
    hasFailed = false;
  });

  // Its disk is full, or its terminal is gone: no reason to end. The next batch tries again.
  destination.on('error', () => {
    isWriting = false;
    hasFailed = true;
  });
  // Pino also flushes on exit, and would retry forever.
  const flushSync = destination.flushSync.bind(destination);
  destination.flushSync = () => {
    if (!hasFailed) flushSync();
  };

  const output = {
    write(line: string) {
      lines += line;
      if (lines.length >= batchLength) handOver();
    },
  };
  async function written() {
    handOver();
    while (isWriting) {
      const unread = new AbortController();
      const taken = once(destination, 'write', { signal: unread.signal });
      // The threads that write may have other work. They begin it in order: once this is read, the write before it has
      // begun.
      void stat('/').then(() => setTimeout(() => unread.abort(), unreadMs).unref());
      hasFailed = await taken.then(
        () => false,
        () => true,
      );
      if (hasFailed) break;
    }
    return !isWriting;
  }

  setInterval(handOver, flushMs).unref();
  process.on('exit', () => {
    destination.flushSync();
    if (hasFailed) return;
    // A write that is handed to another thread now may never begin.
    const last = pino.destination({ dest: 1, sync: true });
    last.on('error', () => {});
    last.write(lines);
  });
  return { log: pino(options, output), output, written };
}
