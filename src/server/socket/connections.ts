import type { Server, Socket } from 'node:net';
import { z } from 'zod';
import { createPlaces } from '../../core/limits/places.ts';
import { groupAddress, networksOf } from '../../core/limits/rate-limit.ts';
import { plainAddress } from './client-address.ts';

export interface Connections {
  /** The peer's IP address, grouped as it is counted; computed once for all requests of a connection. */
  readonly addresses: Pick<WeakMap<Socket, string>, 'get'>;
  /** Connections over a limit, which get no responses but those of health checks. */
  readonly surplus: ReadonlySet<Socket>;
}

/** Open connections, however many files may be open; never more than three quarters of those. */
const most = 4_096;
const shareOfFiles = 0.75;
/** Connections over a limit that are accepted anyway, so that health checks work while all others are taken. */
const mostInReserve = 64;

/**
 * Limits connections in total, for each IP address and for wider networks, so that no single one can take them all. A
 * few connections over a limit are accepted anyway: they get responses to health checks and, for everything else, an
 * error that names the limit. When these few are all in use, the oldest is closed, so holding them open does not help
 * an attacker: an honest client sends its request as soon as it connects.
 *
 * @param options.perAddress maximum open connections of one IP address (IPv6: of one /64)
 * @param options.openFiles maximum open files of the process; undefined when unknown
 * @param options.isExempt exempts trusted proxies, whose one IP address stands for all clients
 */
export function limitConnections(
  server: Server,
  options: { perAddress: number; openFiles: number | undefined; isExempt: (address: string) => boolean },
): Connections {
  const { perAddress, openFiles, isExempt } = options;
  const inAll = Math.min(most, Math.floor((openFiles ?? Number.POSITIVE_INFINITY) * shareOfFiles));
  // Half of the room that is left above, so that those that gave way may close in the other.
  const reserve = Math.min(mostInReserve, Math.ceil(inAll / 16));
  const places = createPlaces({ perAddress, inAll });
  const addresses = new WeakMap<Socket, string>();
  const surplus = new Set<Socket>();

  function holdSurplus(socket: Socket) {
    const [oldest] = surplus;
    if (oldest && surplus.size >= reserve) {
      surplus.delete(oldest);
      oldest.destroy();
    }
    surplus.add(socket);
    socket.once('close', () => surplus.delete(socket));
  }

  // Above this a connection is dropped without a word. There has to be room for those that gave way and are not closed
  // yet.
  server.maxConnections = inAll + Math.floor(inAll / 8);
  server.on('connection', (socket: Socket) => {
    const peer = plainAddress(socket.remoteAddress ?? '');
    const address = groupAddress(peer);
    addresses.set(socket, address);
    const free = places.take(isExempt(peer) ? [] : networksOf(address));
    if (free) socket.once('close', free);
    else holdSurplus(socket);
  });

  return { addresses, surplus };
}

const Report = z.object({ userLimits: z.object({ open_files: z.object({ soft: z.number() }) }) });

/** How many files each of so many threads may have open; undefined where the system has no such limit. */
export function readOpenFiles(threads: number): number | undefined {
  // Or it looks up the name of every peer. Node knows the switch, its types do not.
  Object.assign(process.report, { excludeNetwork: true });
  const report = Report.safeParse(process.report.getReport());
  return report.success ? report.data.userLimits.open_files.soft / threads : undefined;
}
