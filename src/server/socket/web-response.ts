import type { Answer } from '../../protocols/answer.ts';

const encoder = new TextEncoder();

/** An answer as the web platform has it: for Astro, the development server and tests. */
export function toWebResponse({ status, headers, body }: Answer): Response {
  if (body === undefined) return new Response(null, { status, headers });
  if (typeof body === 'string' || body instanceof Uint8Array) {
    const bytes = typeof body === 'string' ? encoder.encode(body) : new Uint8Array(body);
    return new Response(bytes, { status, headers: { ...headers, 'content-length': String(bytes.byteLength) } });
  }
  return new Response(toWebStream(body), { status, headers });
}

/** Pulled as it is read; whoever stops reading ends the events. */
function toWebStream(events: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const iterator = events[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await iterator.next();
        if (next.done) controller.close();
        else controller.enqueue(encoder.encode(next.value));
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
