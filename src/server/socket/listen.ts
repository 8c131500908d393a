import type { Server } from 'node:net';

const lookupMs = 3_000;

/** How each server of this service reads requests: times in milliseconds. */
export const requestLimits = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
  joinDuplicateHeaders: true, // as a web Request joins them
  requireHostHeader: false, // the guard checks it, with a better message
} as const;

/**
 * Resolves when the port accepts connections.
 * @param about.setting the environment variable that sets the port
 * @throws Error with one plain sentence
 */
export function listen(
  server: Server,
  about: { port: number; host: string; setting: string; reusePort?: boolean },
): Promise<void> {
  const { setting, ...options } = about;
  return new Promise((resolve, reject) => {
    const refuse = (cause?: NodeJS.ErrnoException) => reject(new Error(explain(cause, about), { cause }));
    // A name that no resolver knows can take half a minute to be refused.
    const late = setTimeout(refuse, lookupMs);
    server.once('error', (cause) => {
      clearTimeout(late);
      refuse(cause);
    });
    server.listen(options, () => {
      clearTimeout(late);
      resolve();
    });
  });
}

function explain(
  cause: NodeJS.ErrnoException | undefined,
  { port, host, setting }: { port: number; host: string; setting: string },
): string {
  switch (cause?.code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken: set ${setting} to another one.`;
    case 'EACCES':
      return `Port ${port} may not be opened by this user: set ${setting} to 1024 or more.`;
    case undefined:
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EAI_AGAIN':
    case 'ENOTFOUND':
      return `HOST is ${host}, which is not an IP address of this machine: set it to 127.0.0.1, 0.0.0.0 or one of its own.`;
    default:
      return `HOST ${host} and port ${port} cannot be opened (${cause?.message}): set HOST and ${setting} to others.`;
  }
}
