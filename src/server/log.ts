import { type Logger, pino } from 'pino';

/** JSON lines on standard output. Whatever can hold a key, a token or a payment is cut out, wherever it stands. */
export function createLog(level: string): Logger {
  const secret = [
    'authorization',
    'cookie',
    'api_key',
    'payment-signature',
    'x-payment',
    'sign-in-with-x',
    'idempotency-key',
  ];
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secret.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[redacted]',
    },
  });
}
