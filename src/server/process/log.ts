import { isMainThread } from 'node:worker_threads';
import { type DestinationStream, type Logger, pino } from 'pino';

/** Lines are written together, so that a slow reader of the log never holds up an answer; at the end all of them. */
const batches = { minLength: 4_096, periodicFlush: 200, maxLength: 16 * 1024 * 1024 };

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
  const output = pino.destination({ dest: 1, sync: false, ...batches });
  // The logger itself sees to the end of the main thread only.
  if (!isMainThread) process.on('exit', () => output.flushSync());
  return { log: pino(options, output), output };
}
