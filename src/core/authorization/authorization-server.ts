import type { Services } from '../services.ts';
import { createTokens, type Tokens } from './access-tokens.ts';
import { type Clients, createClients, type ReadDocument } from './clients.ts';
import { type AuthorizationCodes, createAuthorizationCodes } from './codes.ts';
import { createGrants, type Grants } from './grants.ts';
import { createRefreshTokens, type RefreshTokens } from './refresh-tokens.ts';
import { createSigningKeys, type makeSigningPair, type SigningKeys } from './signing-keys.ts';
import { createKeyCipher } from './signing-keys-seal.ts';

/** All that the OAuth endpoints decide with. */
export interface AuthorizationServer {
  signingKeys: SigningKeys;
  tokens: Tokens;
  grants: Grants;
  refreshTokens: RefreshTokens;
  codes: AuthorizationCodes;
  clients: Clients;
}

/**
 * @param about.secrets the deployment secret, then the one before it
 * @param about.isClientRevoked whether a demo key, by its id, is revoked
 */
export async function createAuthorizationServer(about: {
  services: Pick<Services, 'store' | 'urls' | 'keyring' | 'now' | 'randomBytes' | 'log'>;
  secrets: readonly [string, ...string[]];
  isClientRevoked(clientId: string): boolean;
  /** Absent: a URL is not accepted as a client ID. */
  readDocument?: ReadDocument;
  /** Absent: a pair is made when the first token is issued. */
  makePair?: typeof makeSigningPair;
}): Promise<AuthorizationServer> {
  const { services, secrets, isClientRevoked, readDocument, makePair } = about;
  const { now, randomBytes } = services;
  const seal = await createKeyCipher({ secrets, randomBytes });
  const signingKeys = createSigningKeys({ ...services, seal, makePair });
  const grants = createGrants(services);
  return {
    signingKeys,
    grants,
    tokens: createTokens({ ...services, signingKeys, grants, isClientRevoked }),
    refreshTokens: await createRefreshTokens(secrets),
    codes: createAuthorizationCodes({ store: services.store, now, randomBytes }),
    clients: createClients({ ...services, readDocument }),
  };
}
