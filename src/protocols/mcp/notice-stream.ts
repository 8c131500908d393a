import type { ReleaseChange } from '../../core/release-notices.ts';
import type { Services } from '../../core/services.ts';
import { type Frame, type Frames, streamFrames } from '../event-stream.ts';
import type { HttpResponse } from '../http.ts';

/** A client opens its stream again after this time, and is counted again. */
const maxStreamMs = 30 * 60_000;

interface StreamAbout {
  clientAddress: string;
  /** The session that the stream belongs to; it ends an earlier stream of the session. */
  session?: string;
  opening: readonly Frame[];
  /** The frames about a release; a promise of them must not reject. */
  changed(change: ReleaseChange): readonly Frame[] | Promise<readonly Frame[]>;
  /** Sent when the server ends the stream. */
  closing: readonly Frame[];
}

/**
 * Creates a stream of notifications, until its client leaves, the process stops or half an hour is over.
 * @throws ServiceError rate_limited for too many streams
 */
export function openNoticeStream(notices: Services['notices'], about: StreamAbout): HttpResponse {
  return streamFrames(createFrames(notices, about));
}

/** The JSON-RPC notification `notifications/<name>` as a frame. */
export function notify(name: string, params?: Record<string, unknown>): Frame {
  return rpcFrame({ method: `notifications/${name}`, ...(params && { params }) });
}

export function rpcFrame(message: Record<string, unknown>): Frame {
  return { data: JSON.stringify({ jsonrpc: '2.0', ...message }) };
}

export function listUpdates(change: ReleaseChange, ids: ReadonlyMap<string, string>): string[] {
  return [...ids].flatMap(([uri, id]) => (change.isArticleChanged(id) ? [uri] : []));
}

function createFrames(notices: Services['notices'], about: StreamAbout): Frames {
  const { opening, changed, closing, ...listener } = about;
  const waiting = [...opening];
  let isEnded = false;
  let wake = () => {};
  let stop = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;

  function push(frames: readonly Frame[]): void {
    if (isEnded) return;
    waiting.push(...frames);
    wake();
  }

  function end(): void {
    push(closing);
    isEnded = true;
    clearTimeout(timer);
    stop();
    wake();
  }

  function report(change: ReleaseChange): void {
    const frames = changed(change);
    if (frames instanceof Promise) void frames.then(push);
    else push(frames);
  }

  stop = notices.listen({ ...listener, changed: report, closing: end });
  if (isEnded) stop();
  else timer = setTimeout(end, maxStreamMs).unref();
  return {
    async next() {
      for (;;) {
        const value = waiting.shift();
        if (value) return { value, done: false };
        if (isEnded) return { value: undefined, done: true };
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async return() {
      end();
      waiting.length = 0;
      return { value: undefined, done: true };
    },
  };
}
