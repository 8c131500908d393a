import { z } from 'zod';
import type { ReleaseChange } from '../../core/release-notices.ts';
import type { Services } from '../../core/services.ts';
import { type Frame, type Frames, streamFrames } from '../event-stream.ts';
import type { HttpResponse } from '../http.ts';
import type { ResourceSet } from './feature-types.ts';
import type { RpcRequest } from './json-rpc.ts';
import type { McpCall } from './mcp-context.ts';
import { parseParams } from './tool.ts';

const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';
const keepAliveMs = 15_000;
/** A client renews its subscription after this time, and is counted again. */
const maxStreamMs = 30 * 60_000;
const maxResources = 100;

const Listen = z.object({
  notifications: z.object({
    resourcesListChanged: z.boolean().optional(),
    resourceSubscriptions: z.array(z.string()).max(maxResources).optional(),
  }),
});

/**
 * Creates `subscriptions/listen` (MCP 2026-07-28): the response is a stream of notifications that ends with the result. The older
 * revisions have no counterpart here: their `resources/subscribe` needs sessions and a stream for GET.
 * @param resources those of the server; without `findId`, none of them changes while the software runs, and nothing is agreed
 * @returns throws RpcError for invalid params, ServiceError rate_limited for too many streams
 */
export function createListen(
  { notices }: Pick<Services, 'notices'>,
  { findId }: Pick<ResourceSet, 'findId'>,
): (request: RpcRequest, call: McpCall) => HttpResponse {
  return ({ id, params }, { clientAddress }) => {
    const { notifications } = parseParams(Listen, params ?? {});
    const { resourcesListChanged = false, resourceSubscriptions = [] } = notifications;
    const isWatchingList = resourcesListChanged && findId !== undefined;
    const ids = new Map(
      resourceSubscriptions.flatMap((uri): [string, string][] => {
        const found = findId?.(uri);
        return found === undefined ? [] : [[uri, found]];
      }),
    );
    const agreed = {
      ...(isWatchingList ? { resourcesListChanged: true } : {}),
      ...(ids.size > 0 ? { resourceSubscriptions: [...ids.keys()] } : {}),
    };
    const _meta = { [subscriptionKey]: id };
    const frames = openStream(notices, {
      clientAddress,
      opening: notify('subscriptions/acknowledged', { notifications: agreed, _meta }),
      changed: (change) => [
        ...(isWatchingList && change.isListChanged() ? [notify('resources/list_changed', { _meta })] : []),
        ...listUpdates(change, ids).map((uri) => notify('resources/updated', { uri, _meta })),
      ],
      closing: [frame({ id, result: { resultType: 'complete', _meta } })],
    });
    return streamFrames(frames, { keepAliveMs });
  };
}

function listUpdates(change: ReleaseChange, ids: ReadonlyMap<string, string>): string[] {
  return [...ids].flatMap(([uri, id]) => (change.isArticleChanged(id) ? [uri] : []));
}

function notify(name: string, params: Record<string, unknown>): Frame {
  return frame({ method: `notifications/${name}`, params });
}

function frame(message: Record<string, unknown>): Frame {
  return { data: JSON.stringify({ jsonrpc: '2.0', ...message }) };
}

interface StreamAbout {
  clientAddress: string;
  opening: Frame;
  changed(change: ReleaseChange): Frame[];
  /** Sent when the server ends the stream. */
  closing: readonly Frame[];
}

/** The frames of one subscription, until its client leaves, the process stops or half an hour is over. */
function openStream(notices: Services['notices'], about: StreamAbout): Frames {
  const { clientAddress, opening, changed, closing } = about;
  const waiting = [opening];
  let isEnded = false;
  let wake = () => {};
  let stop = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;

  function push(frames: readonly Frame[]): void {
    waiting.push(...frames);
    wake();
  }

  function end(): void {
    if (isEnded) return;
    isEnded = true;
    clearTimeout(timer);
    stop();
    push(closing);
  }

  stop = notices.listen({ clientAddress, changed: (change) => push(changed(change)), closing: end });
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
