import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

/**
 * A web Request over a node request. Its origin is the configured one: the Host header does not reach the API.
 * @param base configured address, without a trailing slash
 */
export function toRequest(message: IncomingMessage, base: string): Request {
  const method = message.method ?? 'GET';
  const headers = new Headers();
  for (let index = 0; index < message.rawHeaders.length; index += 2) {
    headers.append(message.rawHeaders[index] ?? '', message.rawHeaders[index + 1] ?? '');
  }
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(base + message.url, {
    method,
    headers,
    ...(hasBody ? { body: webBody(message), duplex: 'half' } : {}),
  });
}

/** Read as it is asked for. What is left when nobody asks on runs out unseen, or the next request of the connection would wait behind it. */
function webBody(message: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        message.pause();
        message.on('data', (bytes: Uint8Array) => {
          controller.enqueue(bytes);
          message.pause();
        });
        message.once('end', () => controller.close());
        message.once('error', (cause) => controller.error(cause));
      },
      pull() {
        message.resume();
      },
      cancel() {
        message.removeAllListeners('data').removeAllListeners('end').resume();
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * Writes a web Response to a node response: events as they come, cancelled when the client leaves, anything else at once
 * and with its length, which is a third of the work.
 */
export async function sendResponse(response: Response, target: ServerResponse): Promise<void> {
  target.statusCode = response.status;
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') target.setHeader(name, value);
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) target.setHeader('set-cookie', cookies);
  if (!response.body) {
    target.end();
    return;
  }
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    target.flushHeaders();
    await pipeline(response.body, target);
    return;
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  target.end(Buffer.concat(chunks));
}
