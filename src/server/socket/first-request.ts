import type { Socket } from 'node:net';
import { requestLimits } from './listen.ts';
import { parseTarget } from './node-request.ts';

/** The bytes that were read of a new connection. */
export interface FirstRequest {
  /** As characters of one byte each. */
  bytes: string;
  /** The host that its first request names; undefined for none, for several, and for bytes that are not a request. */
  host: string | undefined;
  /** Its X-Forwarded-For, which anyone may have written. */
  forwardedFor: string | undefined;
  /** IP of the client, where another process forwarded the request. */
  remoteAddress?: string | undefined;
}

/** As much as Node.js reads of a head. */
const maxLength = 16 * 1024;

/**
 * Reads a new connection up to the end of the head of its first request, or until it is clear that none will come. Then
 * nothing more is read, so the rest waits in the kernel for the process that takes the connection.
 * @param about.isForwarded whether a line with the client's IP comes first, as `forward` writes it
 * @returns undefined when the client has left
 */
export function readFirstRequest(
  socket: Socket,
  { isForwarded }: { isForwarded: boolean },
): Promise<FirstRequest | undefined> {
  const { promise, resolve } = Promise.withResolvers<FirstRequest | undefined>();
  let bytes = '';
  let remoteAddress: string | undefined;
  const finish = () => {
    clearTimeout(late);
    socket.off('data', read).off('close', finish).off('end', leave).pause();
    stopReading(socket);
    resolve(socket.destroyed ? undefined : { bytes, ...readHead(bytes), remoteAddress });
  };
  const leave = () => void socket.destroy();
  const read = (chunk: Buffer) => {
    bytes += chunk.toString('latin1');
    if (isForwarded && remoteAddress === undefined) {
      const end = bytes.indexOf('\n');
      if (end < 0) return;
      remoteAddress = bytes.slice(0, end);
      bytes = bytes.slice(end + 1);
    }
    if (isComplete(bytes)) finish();
  };
  const late = setTimeout(finish, requestLimits.headersTimeout);
  socket.on('data', read).on('close', finish).on('end', leave);
  return promise;
}

/** Is the head complete, or not the beginning of one? Empty lines before it are none of it (RFC 9112 section 2.2). */
function isComplete(bytes: string): boolean {
  return bytes.length >= maxLength || /^[\r\n]*(?:[^\r\nA-Z]|[^\r\n].*?\n\r?\n)/s.test(bytes);
}

/**
 * Finds the host and the client. The host only chooses the process: it parses the request again, strictly, and rejects
 * one that is not its own.
 */
function readHead(bytes: string): Pick<FirstRequest, 'host' | 'forwardedFor'> {
  const [line = '', ...fields] = (/^[\r\n]*(.*?)\r?\n\r?\n/s.exec(bytes)?.[1] ?? '').split(/\r?\n/);
  const [method = '', url = ''] = line.split(' ');
  const valuesOf = (name: string) =>
    fields.flatMap((field) => (field.toLowerCase().startsWith(`${name}:`) ? field.slice(name.length + 1).trim() : []));
  const hosts = valuesOf('host');
  const forwarded = valuesOf('x-forwarded-for');
  return {
    host: hosts.length === 1 ? (parseTarget({ method, url }).authority ?? hosts[0]) : undefined,
    forwardedFor: forwarded.length > 0 ? forwarded.join(', ') : undefined,
  };
}

/**
 * Node.js has these two switches, its types do not. Pausing alone would read on, and another process would miss those
 * bytes. `reading` stays true, or the next tick would start to read again.
 */
function stopReading(socket: Socket): void {
  const handle = handleOf(socket);
  if (handle && 'readStop' in handle && typeof handle.readStop === 'function') handle.readStop();
}

/** Lets this process read a connection after `readFirstRequest`. */
export function continueReading(socket: Socket): void {
  const handle = handleOf(socket);
  if (handle) Reflect.set(handle, 'reading', false);
}

function handleOf(socket: Socket): object | undefined {
  const handle: unknown = Reflect.get(socket, '_handle');
  return typeof handle === 'object' && handle !== null ? handle : undefined;
}
