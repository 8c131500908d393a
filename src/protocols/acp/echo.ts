import type { RequestHead } from '../http-response.ts';
/** ACP 2026-04-17: these request headers are returned with every response, errors included. */
export function echoHeaders(request: RequestHead): Record<string, string> {
  const names = ['idempotency-key', 'request-id'];
  return Object.fromEntries(
    names.flatMap((name): [string, string][] => {
      const value = request.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
