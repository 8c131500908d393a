import { base64url } from 'jose';
import { z } from 'zod';
import { isSameText, sha256 } from '../../library/digest.ts';
import { dayMs } from '../../library/durations.ts';
import { record } from '../../store/record-kinds.ts';
import type { Store } from '../../store/store.ts';
import { Scope } from '../access/caller.ts';
import type { Keyring } from '../access/keys.ts';

const clientLifeMs = 180 * dayMs;

export const GrantType = z.enum(['client_credentials', 'authorization_code', 'refresh_token']);
export type GrantType = z.infer<typeof GrantType>;
export const ClientAuthMethod = z.enum(['client_secret_basic', 'client_secret_post', 'none']);
export type ClientAuthMethod = z.infer<typeof ClientAuthMethod>;

const Client = z.object({
  id: z.string(),
  name: z.string().optional(),
  uri: z.string().optional(),
  authMethod: ClientAuthMethod,
  redirectUris: z.array(z.string()),
  grantTypes: z.array(GrantType),
  scopes: z.array(Scope),
  /** A digest of the secret. The secret is 32 random bytes, so a plain digest cannot be searched. */
  secretDigest: z.string().optional(),
  /** Epoch milliseconds. */
  createdAt: z.int(),
  expiresAt: z.int(),
});
export type Client = z.infer<typeof Client>;
export type ClientRequest = Pick<Client, 'name' | 'uri' | 'authMethod' | 'redirectUris' | 'grantTypes' | 'scopes'>;

const clients = record({ prefix: 'oauth-client', schema: Client, ttlMs: clientLifeMs });

/** A client that has proved who it is: what it may ask for and whom its own tokens speak for. */
export interface KnownClient {
  /** Client id; the key id when the secret was a demo key. */
  id: string;
  plan: string;
  scopes: readonly Scope[];
  grantTypes: readonly GrantType[];
  /** A public client has named itself only. */
  isConfidential: boolean;
}

/**
 * Fetches the metadata of a client whose ID is a URL. The caller explains what it throws.
 * @param clientAddress IP address of the request that needs it; each IP address has a limit of concurrent fetches
 */
export type ReadDocument = (id: string, clientAddress: string) => Promise<Client>;

/** Does this client publish its own metadata? An ID that is issued at registration is never a URL. */
export function isUrl(id: string): boolean {
  return id.startsWith('https://');
}

/** The name and redirect targets that a client states. */
export interface ClientClaim {
  id: string | undefined;
  secret: string | undefined;
  clientAddress: string;
}

export interface Clients {
  /** @returns the client, and its secret in clear for the only time */
  register(request: ClientRequest): Promise<{ client: Client; secret: string | undefined }>;
  find(id: string, clientAddress: string): Promise<Client | undefined>;
  /** Undefined when the secret is not that of the client, or is missing where there is one. */
  authenticate(claim: ClientClaim): Promise<KnownClient | undefined>;
}

/** @param about.keyring tells whose a demo key is: it is a client secret too */
export function createClients(about: {
  store: Store;
  now: () => number;
  randomBytes(length: number): Uint8Array;
  keyring: Pick<Keyring, 'hasKeyPrefix' | 'verify'>;
  readDocument?: ReadDocument | undefined;
}): Clients {
  const { store, now, randomBytes, keyring, readDocument } = about;

  function authenticateKey(key: string): KnownClient | undefined {
    const claims = keyring.verify(key);
    if (!claims) return undefined;
    const { id, plan, scopes } = claims;
    return { id, plan, scopes, grantTypes: ['client_credentials'], isConfidential: true };
  }

  async function find(id: string, clientAddress: string): Promise<Client | undefined> {
    if (readDocument && isUrl(id)) return readDocument(id, clientAddress);
    const client = await clients.find(store, id);
    return client && client.expiresAt > now() ? client : undefined;
  }

  return {
    find,
    async register(request) {
      const createdAt = now();
      const id = `client_${base64url.encode(randomBytes(16))}`;
      const secret = request.authMethod === 'none' ? undefined : `secret_${base64url.encode(randomBytes(32))}`;
      const client: Client = {
        ...request,
        id,
        createdAt,
        expiresAt: createdAt + clientLifeMs,
        secretDigest: secret && sha256(secret, 'base64url'),
      };
      await clients.update(store, id, () => ({ op: 'put', value: client, result: undefined }));
      return { client, secret };
    },
    async authenticate({ id, secret, clientAddress }) {
      if (secret !== undefined && keyring.hasKeyPrefix(secret)) return authenticateKey(secret);
      const client = id === undefined ? undefined : await find(id, clientAddress);
      if (!client) return undefined;
      const isProved = client.secretDigest
        ? secret !== undefined && isSameText(sha256(secret, 'base64url'), client.secretDigest)
        : secret === undefined;
      if (!isProved) return undefined;
      const { scopes, grantTypes } = client;
      return { id: client.id, plan: 'demo', scopes, grantTypes, isConfidential: client.secretDigest !== undefined };
    },
  };
}
