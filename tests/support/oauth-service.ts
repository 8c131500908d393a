import type { Operation } from '../../src/contract/operation.ts';
import { oauthOperations } from '../../src/contract/operations-oauth.ts';
import { anonymous } from '../../src/core/access/caller.ts';
import type { KeyClaims } from '../../src/core/access/keys.ts';
import {
  type AuthorizationServer,
  createAuthorizationServer,
} from '../../src/core/authorization/authorization-server.ts';
import { ServiceError } from '../../src/core/service-error.ts';
import type { Services } from '../../src/core/services.ts';
import type { FetchDocument } from '../../src/protocols/fetched-document.ts';
import { createClientDocuments } from '../../src/protocols/oauth/client-documents.ts';
import { renderOauthError } from '../../src/protocols/oauth/error-renderer.ts';
import { createOauthHandlers } from '../../src/protocols/oauth/oauth-handlers.ts';
import { createMemoryStore } from '../../src/store/memory-store.ts';
import type { Store } from '../../src/store/store.ts';
import { createTestKeyring } from './keyring.ts';
import { createTestServices } from './services.ts';
import { toWebResponse } from './web-response.ts';

type OauthId = keyof typeof oauthOperations;

export const demoKey = `quire_demo_${'a1'.repeat(32)}`;
const demoKeyClaims: KeyClaims = {
  id: 'key_one',
  plan: 'demo',
  scopes: ['articles:read', 'mcp:connect'],
  issuedAt: Date.UTC(2026, 10, 1),
};

const readDemoKey = (key: string) => (key === demoKey ? demoKeyClaims : undefined);

export interface OauthService {
  services: Services;
  server: AuthorizationServer;
  revokedKeys: Set<string>;
  /** Answers as the service does, without a socket. */
  fetch(request: Request): Promise<Response>;
}

/**
 * The authorization server over a store in memory, with one demo key.
 * @param baseUrl the address it will be called at
 */
export async function createOauthService(options: {
  baseUrl: string;
  now?: () => number;
  store?: Store;
  readSite?: FetchDocument;
}): Promise<OauthService> {
  const { baseUrl, now = Date.now, store = createMemoryStore(now), readSite } = options;
  const revokedKeys = new Set<string>();
  const services: Services = {
    ...createTestServices({ store, now, baseUrl }),
    keyring: { ...createTestKeyring(), verify: readDemoKey, read: readDemoKey },
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  };
  const server = await createAuthorizationServer({
    services,
    secrets: ['a secret of this test'],
    isClientRevoked: (id) => revokedKeys.has(id),
    ...(readSite && { readDocument: createClientDocuments({ readSite, now }) }),
  });
  const keys = {
    subscribe: async () => ({ keyId: 'key_one', apiKey: demoKey, scopes: ['articles:read', 'mcp:connect'] as const }),
    revoke: async (id: string) => {
      revokedKeys.add(id);
    },
  };
  const handlers = createOauthHandlers({ services, server, keys });
  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const id = findOperation(request.method, url.pathname);
    if (!id) return new Response(null, { status: 404 });
    const call = {
      request,
      url,
      params: {},
      query: Object.fromEntries(url.searchParams),
      body: undefined,
      bodyText: await request.text(),
      mirror: 'live',
      caller: anonymous,
      requestId: 'request-1',
      spend: async () => undefined,
      note: () => undefined,
      clientAddress: '127.0.0.1',
    };
    try {
      const response = toWebResponse(await Reflect.apply(handlers[id], undefined, [call]));
      await checkPromise(oauthOperations[id], response);
      return response;
    } catch (cause) {
      const error = new ServiceError('internal_error', undefined, { cause });
      return toWebResponse(renderOauthError(error, { request, requestId: 'request-1' }));
    }
  }

  return { services, server, revokedKeys, fetch: answer };
}

/** Every answer is one that the contract table promises, in status and shape. */
async function checkPromise(operation: Operation, response: Response) {
  const promised = operation.responses[response.status];
  if (!promised) throw new Error(`${operation.path} promises no ${response.status}`);
  const type = response.headers.get('content-type')?.split(';', 1)[0];
  if (type && !(promised.mediaTypes ?? ['application/json']).includes(type)) throw new Error(`${type} is not promised`);
  if (promised.schema && type === 'application/json') promised.schema.parse(await response.clone().json());
}

function findOperation(method: string, path: string): OauthId | undefined {
  const entries: [string, Operation][] = Object.entries(oauthOperations);
  const name = entries.find(([, operation]) => operation.method === method && operation.path === path)?.[0];
  const isId = (text: string): text is OauthId => Object.hasOwn(oauthOperations, text);
  return name !== undefined && isId(name) ? name : undefined;
}
