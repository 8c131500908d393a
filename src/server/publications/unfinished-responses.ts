import type { Server, ServerResponse } from 'node:http';

/** Work of a process since the last question about it. */
export interface Use {
  /** Whether requests arrived or are being worked on: only then a publication counts as used. */
  isUsed: boolean;
  /** Responses that are computed or sent. */
  active: number;
  /** Event streams, and requests whose body is not complete: they last as long as their clients want. */
  waiting: number;
}

/** Watches the responses of a server that are not complete. */
export interface UnfinishedResponses {
  /** Counts a request that is sent to another process as active until its response begins. */
  markForwarded(response: ServerResponse): void;
  /** Use since the last call. */
  take(): Use;
  /** Closes the connections of those that wait for their clients. */
  cutWaiting(): void;
}

export function watchResponses(server: Server): UnfinishedResponses {
  const unfinished = new Set<ServerResponse>();
  const forwarded = new WeakSet<ServerResponse>();
  let hasArrived = false;
  server.on('request', (_, response) => {
    hasArrived = true;
    unfinished.add(response);
    response.once('close', () => unfinished.delete(response));
  });

  function isWaiting(response: ServerResponse): boolean {
    if (response.headersSent) return isEventStream(response);
    return !response.req.complete && !forwarded.has(response);
  }
  return {
    markForwarded: (response) => void forwarded.add(response),
    take() {
      let waiting = 0;
      for (const response of unfinished) if (isWaiting(response)) waiting += 1;
      const active = unfinished.size - waiting;
      const isUsed = hasArrived || active > 0;
      hasArrived = false;
      return { isUsed, active, waiting };
    },
    cutWaiting() {
      for (const response of unfinished) if (isWaiting(response)) response.req.socket.destroy();
    },
  };
}

/** Node.js stores a head that was written at once under this name alone. */
function isEventStream(response: ServerResponse): boolean {
  return /^content-type: *text\/event-stream/im.test(String(Reflect.get(response, '_header')));
}
