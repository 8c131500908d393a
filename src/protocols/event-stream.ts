import type { HttpResponse } from './http.ts';

/** Shorter than the five seconds of silence after which the front of `deploy/nginx.conf` takes a service for hung. */
export const defaultKeepAliveMs = 3_000;

/** One server-sent event; `event` only where a protocol names its events. */
export interface Frame {
  event?: string;
  /** JSON on one line. */
  data: string;
}

/** Frames as they come. `return` ends a `next` that is waiting. */
export type Frames = Pick<AsyncGenerator<Frame, void>, 'next' | 'return'>;

/** HTML living standard, section 9.2: one JSON line of data, an empty line to end the event. */
function write({ event, data }: Frame): string {
  return `${event ? `event: ${event}\n` : ''}data: ${data}\n\n`;
}

/**
 * Frames as `text/event-stream`, pulled as fast as the client reads. While the next frame is not there, a comment goes
 * out every `keepAliveMs`, so that no proxy takes the silence for death. A client that goes away ends `frames`.
 */
export function streamFrames(
  frames: Frames,
  { keepAliveMs = defaultKeepAliveMs }: { keepAliveMs?: number } = {},
): HttpResponse {
  return { status: 200, headers: eventStreamHeaders, body: writeEvents(frames, keepAliveMs) };
}

async function* writeEvents(frames: Frames, keepAliveMs: number): AsyncGenerator<string, void> {
  let next: Promise<IteratorResult<Frame, void>> | undefined;
  try {
    for (;;) {
      next ??= frames.next();
      const arrived = await raceClock(next, keepAliveMs);
      if (arrived?.done) return;
      if (arrived) next = undefined;
      yield arrived ? write(arrived.value) : ': keepalive\n\n';
    }
  } finally {
    await frames.return(undefined);
  }
}

/** `X-Accel-Buffering` tells nginx to pass events on as they come. */
const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

/** @returns undefined when the time is over first */
async function raceClock<Value>(promise: Promise<Value>, ms: number): Promise<Value | undefined> {
  const clock = Promise.withResolvers<undefined>();
  const timer = setTimeout(clock.resolve, ms, undefined);
  try {
    return await Promise.race([promise, clock.promise]);
  } finally {
    clearTimeout(timer);
  }
}
