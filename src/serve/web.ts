import { headerEntries } from './fixed-headers.ts';
import type { SelectedResponse } from './negotiate.ts';

const encoder = new TextEncoder();

/** Makes the web platform's response of ours, for Astro and tests. */
export function toWebResponse({
  status,
  headers,
  body,
}: Pick<SelectedResponse, 'status' | 'headers' | 'body'>): Response {
  const all = new Headers();
  for (const [name, value] of headerEntries(headers)) all.append(name, value);
  if (body === undefined) return new Response(null, { status, headers: all });
  const content = body instanceof Uint8Array ? new Uint8Array(body) : toWebStream(body);
  return new Response(content, { status, headers: all });
}

/** A stream that pulls events only as it is read; cancelling it ends the events. */
export function toWebStream(events: AsyncIterable<string>): ReadableStream<Uint8Array> {
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
