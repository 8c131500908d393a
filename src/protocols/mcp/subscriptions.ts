import { z } from 'zod';
import type { Services } from '../../core/services.ts';
import { maxWatched } from '../../core/watched-articles.ts';
import type { HttpResponse } from '../http.ts';
import type { ResourceSet } from './feature-types.ts';
import type { RpcRequest } from './json-rpc.ts';
import type { McpCall } from './mcp-context.ts';
import { listUpdates, notify, openNoticeStream, rpcFrame } from './notice-stream.ts';
import { parseParams } from './tool.ts';

const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';

const Listen = z.object({
  notifications: z.object({
    resourcesListChanged: z.boolean().optional(),
    resourceSubscriptions: z.array(z.string()).max(maxWatched).optional(),
  }),
});

/**
 * Creates `subscriptions/listen` (MCP 2026-07-28): the response is a stream of notifications that ends with the result.
 * The older revisions have `resources/subscribe` and a stream for GET instead (`sessions.ts`).
 * @param resources those of the server; without `findId`, none of them changes while the software runs, and nothing is
 *   agreed
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
    return openNoticeStream(notices, {
      clientAddress,
      opening: [notify('subscriptions/acknowledged', { notifications: agreed, _meta })],
      changed: (change) => [
        ...(isWatchingList && change.isListChanged() ? [notify('resources/list_changed', { _meta })] : []),
        ...listUpdates(change, ids).map((uri) => notify('resources/updated', { uri, _meta })),
      ],
      closing: [rpcFrame({ id, result: { resultType: 'complete', _meta } })],
    });
  };
}
