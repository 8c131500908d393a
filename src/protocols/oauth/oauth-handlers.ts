import type { oauthOperations } from '../../contract/operations-oauth.ts';
import type { AuthorizationServer } from '../../core/authorization/authorization-server.ts';
import type { Services } from '../../core/services.ts';
import type { Handlers } from '../handler.ts';
import { agentAuthClaim, createAgentAuthHandler } from './agent-auth.ts';
import { createAuthorizeHandler, createConsentHandler } from './authorize.ts';
import type { DemoKeys } from './demo-keys.ts';
import { renderOauthErrors } from './error-renderer.ts';
import { createIntrospectHandler } from './introspect.ts';
import { createJwksHandler } from './jwks.ts';
import { createRegisterHandler } from './register.ts';
import { createRevokeHandler } from './revoke.ts';
import { createTokenHandler } from './token.ts';

/**
 * Every OAuth endpoint. Errors of the protocol are rendered here in its own shape; `ServiceError`, `StoreUnavailable`
 * and bugs go to the app, which renders them with `renderOauthError`.
 */
export function createOauthHandlers(about: {
  services: Pick<Services, 'publication' | 'urls' | 'randomBytes' | 'keyring'>;
  server: AuthorizationServer;
  keys: DemoKeys;
}): Pick<Handlers, keyof typeof oauthOperations> {
  const { services, server, keys } = about;
  const { urls } = services;
  return {
    oauthToken: renderOauthErrors(createTokenHandler({ server, urls })),
    oauthAuthorize: renderOauthErrors(createAuthorizeHandler({ server, services })),
    oauthConsent: renderOauthErrors(createConsentHandler({ server, services })),
    oauthRegister: renderOauthErrors(createRegisterHandler(server)),
    oauthRevoke: renderOauthErrors(createRevokeHandler({ server, services, keys })),
    oauthIntrospect: renderOauthErrors(createIntrospectHandler({ server, urls })),
    oauthJwks: renderOauthErrors(createJwksHandler(server)),
    agentAuthRegister: renderOauthErrors(createAgentAuthHandler({ keys, urls })),
    agentAuthClaim: renderOauthErrors(agentAuthClaim),
  };
}
