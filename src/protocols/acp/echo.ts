import type { Call } from '../handler.ts';

/** ACP 2026-04-17: these request headers are returned with every response, errors included. */
export function echoHeaders(request: Call['request']): Record<string, string> {
  const names = ['idempotency-key', 'request-id'];
  return Object.fromEntries(
    names.flatMap((name): [string, string][] => {
      const value = request.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
