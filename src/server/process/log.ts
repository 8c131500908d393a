import { type DestinationStream, type Logger, pino } from 'pino';

/** A reader of the log that does not read holds up no answer; what it leaves unread has this bound. */
const maxLength = 16 * 1024 * 1024;
/** Lines are handed over together: each hand-over measures what waits already. */
const batchBytes = 65_536;
/** A batch ends with the line that fills it. */
const roomBytes = batchBytes + 8_192;
const mostSpare = 4;
const flushMs = 100;

/** JSON lines on standard output. Whatever can hold a key, a token or a payment is cut out, wherever it stands. */
export function createLog(level: string): { log: Logger; output: DestinationStream } {
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

  function pack(text: string): Uint8Array {
    if (Buffer.byteLength(text) > roomBytes) return Buffer.from(text);
    const room = spare.pop() ?? Buffer.allocUnsafeSlow(roomBytes);
    lent.push(room);
    return room.subarray(0, room.write(text));
  }

  function handOver() {
    if (batch !== '') sink.write(pack(batch));
    batch = '';
  }

  // All that was handed over has been written.
  destination.on('drain', () => {
    spare.push(...lent.slice(0, mostSpare - spare.length));
    lent = [];
  });

  const output = {
    write(line: string) {
      batch += line;
      if (batch.length >= batchBytes) handOver();
    },
  };
  setInterval(handOver, flushMs).unref();
  process.on('exit', () => {
    handOver();
    destination.flushSync();
  });
  return { log: pino(options, output), output };
}
