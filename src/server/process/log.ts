import { type DestinationStream, type Logger, pino } from 'pino';

/** A reader of the log that does not read holds up no answer; what it leaves unread has this bound. */
const maxLength = 16 * 1024 * 1024;
/** Lines are handed over together: each hand-over measures what waits already. */
const batchLength = 65_536;
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
  // What is shorter than a batch stays in it until it is flushed: at the end nothing may be on its way that nobody waits for.
  const destination = pino.destination({
    dest: 1,
    sync: false,
    maxLength,
    minLength: batchLength,
    maxWrite: 4 * batchLength,
    periodicFlush: flushMs,
  });
  let batch = '';

  function handOver() {
    if (batch !== '') destination.write(batch);
    batch = '';
  }

  const output = {
    write(line: string) {
      batch += line;
      if (batch.length >= batchLength) handOver();
    },
  };
  setInterval(handOver, flushMs).unref();
  process.on('exit', () => {
    handOver();
    destination.flushSync();
  });
  return { log: pino(options, output), output };
}
