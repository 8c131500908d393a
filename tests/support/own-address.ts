import { Socket } from 'node:net';
import { inject } from 'vitest';
import { anyAddress } from './any-address.ts';

const { port } = new URL(inject('baseUrl'));

/**
 * Each file of tests calls the shared service from an address of its own (all of 127.0.0.0/8 is this machine), so that the service keeps the limits
 * it is shipped with and no file uses up those of another. A file that needs more than one caller has says so by name.
 */
let isMany = false;
let address = anyAddress();

/** For a file that asks more in a minute than one caller may: every request comes from another address, over its own connection. */
export function callFromManyAddresses(): void {
  isMany = true;
}

const connect = Socket.prototype.connect;

/** Of a connection to the shared service that names no address of its own. */
function isOurs(options: unknown): options is { host: string; localAddress?: string; family?: number } {
  if (typeof options !== 'object' || options === null || !('host' in options && 'port' in options)) return false;
  if (String(options.port) !== port) return false;
  return (
    ['localhost', '127.0.0.1'].includes(String(options.host)) && !('localAddress' in options && options.localAddress)
  );
}

Socket.prototype.connect = function connectFromOwnAddress(this: Socket, ...given: unknown[]) {
  const [first] = given;
  // Node hands over what it has put in order as one list.
  const options: unknown = Array.isArray(first) ? first[0] : first;
  if (isOurs(options)) {
    if (isMany) address = anyAddress();
    options.localAddress = address;
    options.family = 4;
  }
  return Reflect.apply(connect, this, given);
};

const plain = globalThis.fetch;
globalThis.fetch = (input, init) => {
  if (!isMany) return plain(input, init);
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
  headers.set('connection', 'close');
  return plain(input, { ...init, headers });
};
