import { Socket } from 'node:net';
import { inject } from 'vitest';
import { anyAddress } from './any-address.ts';

/** Where requests to the shared service come from. */
interface Caller {
  address: string;
  /** Does every request come from another address? */
  isMany: boolean;
  /** Connections to the service that may be used again. */
  connections: Set<Socket>;
}

declare global {
  // Files of tests share their worker: what is replaced in it is replaced once.
  var callerOfTests: Caller | undefined;
}

/**
 * Each file of tests calls the shared service from an address of its own (all of 127.0.0.0/8 is this machine), so that
 * the service keeps the limits it is shipped with and no file uses up those of another. A file that needs more than one
 * caller has says so by name.
 */
globalThis.callerOfTests ??= replaceConnecting(new URL(inject('baseUrl')).port);
const caller = globalThis.callerOfTests;
caller.address = anyAddress();
caller.isMany = false;
// They have the address of the file before.
for (const connection of caller.connections) connection.destroy();

/**
 * For a file that asks more in a minute than one caller may: every request comes from another address, over its own
 * connection.
 */
export function callFromManyAddresses(): void {
  if (globalThis.callerOfTests) globalThis.callerOfTests.isMany = true;
}

/** Of a connection to the shared service that names no address of its own. */
function isOurs(options: unknown, port: string): options is { host: string; localAddress?: string; family?: number } {
  if (typeof options !== 'object' || options === null || !('host' in options && 'port' in options)) return false;
  if (String(options.port) !== port) return false;
  return (
    ['localhost', '127.0.0.1'].includes(String(options.host)) && !('localAddress' in options && options.localAddress)
  );
}

function replaceConnecting(port: string): Caller {
  const caller: Caller = { address: anyAddress(), isMany: false, connections: new Set() };
  const connect = Socket.prototype.connect;
  Socket.prototype.connect = function connectFromOwnAddress(this: Socket, ...given: unknown[]) {
    const [first] = given;
    // Node hands over what it has put in order as one list.
    const options: unknown = Array.isArray(first) ? first[0] : first;
    if (isOurs(options, port)) {
      if (caller.isMany) caller.address = anyAddress();
      options.localAddress = caller.address;
      options.family = 4;
      caller.connections.add(this);
      this.once('close', () => caller.connections.delete(this));
    }
    return Reflect.apply(connect, this, given);
  };

  const plain = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    if (!caller.isMany) return plain(input, init);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    headers.set('connection', 'close');
    return plain(input, { ...init, headers });
  };
  return caller;
}
