import { Agent, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { anyAddress } from './any-address.ts';

/** A request as it goes over the wire: nothing is normalised. */
export interface WireRequest {
  method: string;
  /** As it is sent, query included. */
  target: string;
  /** A name may come twice. */
  headers: readonly (readonly [string, string])[];
  body?: string;
}

export interface WireAnswer {
  status: number;
  headers: Headers;
  /** As it came: names, values and their order. */
  rawHeaders: readonly string[];
  raw: Buffer;
  /** The coding undone. */
  body: Buffer;
}

/**
 * A caller of a service who keeps one connection, and becomes somebody else after so many requests: limits count
 * callers.
 */
export function createCaller(base: string, requestsEach = 40) {
  const { host, hostname, port } = new URL(base);
  let agent: Agent | undefined;
  let left = 0;

  function send(asked: WireRequest, isRepeat = false): Promise<WireAnswer> {
    if (left === 0 || !agent) {
      agent?.destroy();
      agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: anyAddress() });
      left = requestsEach;
    }
    left -= 1;
    const { method, target: path, body } = asked;
    const length = body === undefined ? [] : ['content-length', String(Buffer.byteLength(body))];
    const headers = ['host', host, ...asked.headers.flat(), ...length];
    const options = { agent, hostname: hostname === 'localhost' ? '127.0.0.1' : hostname, port, method, path, headers };
    return new Promise((resolve, reject) => {
      const outgoing = request(options, (incoming) => {
        const parts: Buffer[] = [];
        incoming.on('data', (part: Buffer) => parts.push(part));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const raw = Buffer.concat(parts);
          const { statusCode: status = 0, rawHeaders } = incoming;
          const fields = new Headers();
          for (let at = 0; at < rawHeaders.length; at += 2)
            fields.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
          resolve({ status, headers: fields, rawHeaders, raw, body: decode(raw, fields.get('content-encoding')) });
        });
      });
      outgoing.on('error', (cause: NodeJS.ErrnoException) => {
        // The other side may end a kept connection in the moment in which it is used again (RFC 9112 section 9.3.1).
        if (cause.code === 'ECONNRESET' && outgoing.reusedSocket && !isRepeat) send(asked, true).then(resolve, reject);
        else reject(new Error(`${method} ${path}: ${cause.message}`, { cause }));
      });
      outgoing.end(body);
    });
  }

  return { send: (request: WireRequest) => send(request), close: () => agent?.destroy() };
}

/** The bytes of an answer without its content coding. */
export function decode(raw: Buffer, coding: string | null): Buffer {
  if (raw.length === 0 || coding === null) return raw;
  return coding === 'br' ? brotliDecompressSync(raw) : gunzipSync(raw);
}
