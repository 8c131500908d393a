import { z } from 'zod';
import type { Caller } from '../../core/access/caller.ts';
import type { ReleaseChange } from '../../core/release-notices.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import { isSessionId, issueSessionId, nameSession } from '../../core/session-ids.ts';
import {
  endWatching,
  maxWatched,
  readWatched,
  renewWatched,
  unwatchArticle,
  watchArticle,
} from '../../core/watched-articles.ts';
import { preferredType } from '../accept.ts';
import type { Frame } from '../event-stream.ts';
import { emptyResponse, type HttpResponse, jsonResponse } from '../http.ts';
import { encodeJson } from '../json.ts';
import type { McpMethod, ServerFeatures } from './feature-types.ts';
import { toErrorResponse } from './json-rpc.ts';
import type { McpContext, McpSessionCall } from './mcp-context.ts';
import { listUpdates, notify, openNoticeStream } from './notice-stream.ts';
import { RpcError, rpcCodes } from './rpc-error.ts';
import { parseParams, unknown } from './tool.ts';

const sessionHeader = 'mcp-session-id';
/** Methods of a request without a session, for Allow. */
export const withoutSession = 'POST, OPTIONS';
/** The code that the official SDKs use. */
const noSession = -32001;

const eventTypes = ['text/event-stream'] as const;
const Uri = z.object({ uri: z.string() });
const done = { object: encodeJson({}) };

export type Sessions = ReturnType<typeof createSessions>;

/** Creates the sessions of one server, for the revisions with a handshake. The other servers do not know them. */
export function createSessions(
  services: Pick<Services, 'keyring' | 'randomBytes' | 'notices' | 'store' | 'now' | 'log'>,
  { about, resources }: Pick<ServerFeatures, 'about' | 'resources'>,
) {
  const { notices, log } = services;
  const server = about.name;

  /** The error of a session that is unknown, ended or another caller's; undefined for a valid one. */
  function refuse(session: string, caller: Caller): RpcError | undefined {
    const isOurs = isSessionId(services, session, { server, caller });
    return isOurs && !notices.hasEnded(session) ? undefined : sessionNotFound();
  }

  /** Another replica ended the session. */
  function forget(session: string): RpcError {
    notices.endSession(session);
    return sessionNotFound();
  }

  /** The articles that a session watches may have changed since its stream was opened, in another replica too. */
  async function reportChange(
    change: ReleaseChange,
    { session, last }: { session: string; last: ReadonlyMap<string, string> },
  ): Promise<readonly Frame[]> {
    const listChanged = change.isListChanged() ? [notify('resources/list_changed')] : [];
    const watched = await readWatched(services, nameSession(session)).catch((err: unknown) => {
      log.warn({ err }, 'the articles that a session watches cannot be read; those read last are used');
      return last;
    });
    if (watched === 'ended') {
      forget(session);
      return [];
    }
    return [...listChanged, ...listUpdates(change, watched).map((uri) => notify('resources/updated', { uri }))];
  }

  return {
    /** A new session. Nothing is stored: the second half of its ID proves that it was issued here, to this caller. */
    begin: (caller: Caller) => issueSessionId(services, { server, caller }),
    refuse,
    methods: new Map<string, McpMethod>([
      [
        'resources/subscribe',
        async (params, context) => {
          const { uri } = parseParams(Uri, params ?? {});
          const session = requireSession(context);
          const articleId = resources.findId?.(uri);
          if (articleId === undefined) throw unknown('resource', uri, { uri, remedy: 'Take one from resources/list.' });
          const { clientAddress } = context;
          const outcome = await watchArticle(services, {
            session: nameSession(session),
            clientAddress,
            uri,
            articleId,
          });
          if (outcome === 'ended') throw forget(session);
          if (outcome === 'full') throw new RpcError(rpcCodes.invalidRequest, full);
          return done;
        },
      ],
      [
        'resources/unsubscribe',
        async (params, context) => {
          const { uri } = parseParams(Uri, params ?? {});
          await unwatchArticle(services, { session: nameSession(requireSession(context)), uri });
          return done;
        },
      ],
    ]),
    /**
     * GET: the stream of a session. 405 without a session, or where too many streams are open: clients then do without
     * one.
     * @throws ServiceError method_not_allowed | not_acceptable, and StoreUnavailable
     */
    async open({ request, caller, clientAddress }: McpSessionCall): Promise<HttpResponse> {
      const session = request.headers.get(sessionHeader);
      if (session === null || request.method === 'HEAD') throw noStream();
      const error = refuse(session, caller);
      if (error) return notFound(error);
      if (preferredType(request.headers.get('accept'), eventTypes) === undefined) {
        throw new ServiceError('not_acceptable', 'Available: text/event-stream.');
      }
      const watched = await renewWatched(services, { session: nameSession(session), clientAddress });
      if (watched === 'ended') return notFound(forget(session));
      const changed = (change: ReleaseChange) => reportChange(change, { session, last: watched });
      try {
        return openNoticeStream(notices, { clientAddress, session, opening: [], changed, closing: [] });
      } catch (thrown) {
        if (thrown instanceof ServiceError && thrown.code === 'rate_limited') throw noStream();
        throw thrown;
      }
    },
    /** DELETE: ends a session. @throws ServiceError method_not_allowed, and StoreUnavailable */
    async end({ request, caller }: McpSessionCall): Promise<HttpResponse> {
      const session = request.headers.get(sessionHeader);
      if (session === null) throw noStream();
      const error = refuse(session, caller);
      if (error) return notFound(error);
      await endWatching(services, nameSession(session));
      notices.endSession(session);
      return emptyResponse(204);
    },
  };
}

const full = `A session can watch ${maxWatched} resources. Call resources/unsubscribe for another one first.`;

/** Streamable HTTP, session management: a client that gets this with 404 begins a new session. */
function sessionNotFound(): RpcError {
  const remedy = 'Send initialize without Mcp-Session-Id to begin another one.';
  return new RpcError(noSession, `This session is unknown, has ended or belongs to another caller. ${remedy}`);
}

function requireSession({ session }: McpContext): string {
  if (session !== undefined) return session;
  const remedy = 'Send the Mcp-Session-Id that the response to initialize contained.';
  throw new RpcError(rpcCodes.invalidRequest, `A subscription belongs to a session. ${remedy}`);
}

function notFound(error: RpcError): HttpResponse {
  return jsonResponse(toErrorResponse(error, null), { status: 404 });
}

/** Streamable HTTP: a server without a stream for this client returns 405, and the client does without. */
function noStream(): ServiceError {
  return new ServiceError('method_not_allowed', `Allowed: ${withoutSession}.`);
}
