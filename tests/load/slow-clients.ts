import { connect, type Socket } from 'node:net';

/** Connections that a bad client holds. */
export interface Held {
  /** How many are open now. */
  open(): number;
  release(): void;
}

type Behaviour = (socket: Socket) => void;

const pieceMs = 1_000;

/** Sends `piece` once a second for as long as it is let. */
function dribble(socket: Socket, piece: string) {
  const timer = setInterval(() => socket.write(piece), pieceMs);
  socket.once('close', () => clearInterval(timer));
  socket.resume();
}

/** A head that never ends. */
export const slowHeaders: Behaviour = (socket) => {
  socket.write('GET /api/v1/articles HTTP/1.1\r\nHost: localhost\r\n');
  dribble(socket, 'X-Slow: 1\r\n');
};

/** A body that never ends. */
export const slowBody: Behaviour = (socket) => {
  socket.write(
    'POST /ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 20000\r\n\r\n{',
  );
  dribble(socket, ' ');
};

/** An event stream of which nothing is read; what the kernel takes of it is sent all the same. */
export const unreadStreams: Behaviour = (socket) => {
  socket.pause();
  socket.write('GET /ask?query=keys&num_results=50&streaming=true HTTP/1.1\r\nHost: localhost\r\n\r\n');
};

/**
 * Opens so many connections, by turns from the addresses given, and another one for each that the service ends.
 * @param about.addresses of 127.0.0.0/8: each is another client
 */
export async function hold(about: {
  port: number;
  count: number;
  addresses: readonly string[];
  behave: Behaviour;
}): Promise<Held> {
  const { port, count, addresses, behave } = about;
  const open = new Set<Socket>();
  let isEnding = false;

  async function keepOne(localAddress: string): Promise<void> {
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    socket.on('error', () => {}); // ended by the service
    open.add(socket);
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    void closed.then(() => {
      open.delete(socket);
      if (!isEnding) setTimeout(() => isEnding || void keepOne(localAddress), pieceMs);
    });
    await Promise.race([new Promise<void>((resolve) => socket.once('connect', () => resolve())), closed]);
    if (socket.writable) behave(socket);
  }

  for (let index = 0; index < count; index += 200) {
    const some = Array.from({ length: Math.min(200, count - index) }, (_, at) =>
      keepOne(addresses[(index + at) % addresses.length] ?? '127.0.0.1'),
    );
    await Promise.all(some);
  }
  return {
    open: () => open.size,
    release() {
      isEnding = true;
      for (const socket of open) socket.destroy();
    },
  };
}
