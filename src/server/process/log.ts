import { once } from 'node:events';
import { type DestinationStream, type Logger, pino } from 'pino';

/** A reader of the log that does not read holds up no answer; what it leaves unread has this bound. */
const maxLength = 16 * 1024 * 1024;
/** Lines are handed over together: each hand-over measures what waits already. */
const batchBytes = 65_536;
/** A batch ends with the line that fills it. */
const roomBytes = batchBytes + 8_192;
const mostSpare = 4;
const flushMs = 100;
const unreadMs = 5_000;

export interface ProcessLog {
  log: Logger;
  /** For lines that are JSON already. */
  output: DestinationStream;
  /** Resolves when all lines are out, or when nobody has read them for five seconds. For a process or thread about to end. */
  written(): Promise<void>;
}

/** JSON lines on standard output. Whatever can hold a key, a token or a payment is cut out, wherever it stands. */
export function createLog(level: string): ProcessLog {
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
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secret.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[redacted]',
    },
  };
  const destination = pino.destination({ dest: 1, sync: false, maxLength, contentMode: 'buffer' });
  // In this mode it takes bytes, which its types do not know.
  const sink: { write(bytes: string | Uint8Array): boolean } = destination;
  // Used again: memory of batches that were written would wait for a collection of the whole heap, which is rare.
  const spare: Buffer[] = [];
  let lent: Buffer[] = [];
  let batch = '';
  let isWriting = false;
  let hasFailed = false;

  function pack(text: string): Uint8Array {
    // While nobody reads, room would be lent without end.
    if (lent.length >= mostSpare || Buffer.byteLength(text) > roomBytes) return Buffer.from(text);
    const room = spare.pop() ?? Buffer.allocUnsafeSlow(roomBytes);
    lent.push(room);
    return room.subarray(0, room.write(text));
  }

  function handOver() {
    if (batch === '') return;
    isWriting = true;
    sink.write(pack(batch));
    batch = '';
  }

  // All that was handed over has been written.
  destination.on('drain', () => {
    isWriting = false;
    hasFailed = false;
    spare.push(...lent.slice(0, mostSpare - spare.length));
    lent = [];
  });

  // Its disk is full, or its terminal is gone: no reason to end. The next batch tries again.
  destination.on('error', () => {
    isWriting = false;
    hasFailed = true;
  });
  // At the end pino flushes too, and would try for ever.
  const flushSync = destination.flushSync.bind(destination);
  destination.flushSync = () => {
    if (!hasFailed) flushSync();
  };

  const output = {
    write(line: string) {
      batch += line;
      if (batch.length >= batchBytes) handOver();
    },
  };
  async function written() {
    handOver();
    if (!isWriting) return;
    await once(destination, 'drain', { signal: AbortSignal.timeout(unreadMs) }).catch(() => {
      hasFailed = true;
    });
  }

  setInterval(handOver, flushMs).unref();
  process.on('exit', () => {
    destination.flushSync();
    if (hasFailed) return;
    // A write that is handed to another thread now may never begin.
    const last = pino.destination({ dest: 1, sync: true });
    last.on('error', () => {});
    last.write(batch);
  });
  return { log: pino(options, output), output, written };
}
