import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { type DestinationStream, type Logger, pino } from 'pino';

/** Maximum unread log output. A log consumer that stops reading must not delay responses. */
const maxLength = 16 * 1024 * 1024;
/** Lines are handed over together: each hand-over measures what waits already. */
const batchBytes = 65_536;
/**
 * A batch ends with the line that fills it; one that may be longer than this, of three bytes a character, is handed
 * over by itself.
 */
const maxLineLength = 8_192;
const roomBytes = batchBytes + maxLineLength;
const maxSpare = 4;
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
  const destination = pino.destination({ dest: 1, sync: false, maxLength, contentMode: 'buffer' });
  // In this mode it takes bytes, which its types do not know.
  const sink: { write(bytes: string | Uint8Array): boolean } = destination;
  const newRoom = () => Buffer.allocUnsafeSlow(roomBytes);
  // Used again: memory of batches that were written would wait for a collection of the whole heap, which is rare.
  const spare: Buffer[] = [];
  let lent: Buffer[] = [];
  // Lines become bytes at once: as text they would be copied by every small collection until the batch is full.
  let room: Buffer = newRoom();
  let filled = 0;
  let isWriting = false;
  let hasFailed = false;

  function send(bytes: Uint8Array) {
    isWriting = true;
    sink.write(bytes);
  }

  function handOver() {
    if (filled === 0) return;
    const bytes = room.subarray(0, filled);
    filled = 0;
    // While the consumer does not read, the lent buffers would grow without limit.
    if (lent.length >= maxSpare) return send(Buffer.from(bytes));
    send(bytes);
    lent.push(room);
    room = spare.pop() ?? newRoom();
  }

  // All that was handed over has been written.
  destination.on('drain', () => {
    isWriting = false;
    hasFailed = false;
    spare.push(...lent.slice(0, maxSpare - spare.length));
    lent = [];
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
      if (line.length * 3 > maxLineLength) {
        handOver();
        send(Buffer.from(line));
      } else {
        filled += room.write(line, filled);
        if (filled >= batchBytes) handOver();
      }
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
    last.write(room.toString('utf8', 0, filled));
  });
  return { log: pino(options, output), output, written };
}
