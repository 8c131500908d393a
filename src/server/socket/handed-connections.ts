import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A server with connections that another listener accepted. */
export interface HandedConnections {
  readonly open: ReadonlySet<Socket>;
  /**
   * @param bytes what was read of the connection, as characters of one byte each
   * @param remoteAddress IP of the client, where the socket leads to another process of this machine
   */
  take(socket: Socket, bytes: string, remoteAddress?: string): void;
}

/** Lets a server serve connections that it does not accept itself. */
export function takeConnections(server: Server): HandedConnections {
  const open = new Set<Socket>();
  // Node.js starts to watch the times of its connections with this event.
  server.emit('listening');
  return {
    open,
    take(socket, bytes, remoteAddress) {
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      // As Node.js sets up a connection that it accepts.
      socket.setNoDelay(true);
      socket.allowHalfOpen = true;
      if (remoteAddress !== undefined) Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
      if (bytes !== '') socket.unshift(Buffer.from(bytes, 'latin1'));
      server.emit('connection', socket);
      socket.resume();
    },
  };
}
