import * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, test } from 'vitest';
import { baseUrl, newKey } from '../support/client.ts';
import { readPaid } from './oauth-access.ts';
import { decide } from './oauth-browser.ts';

let key: string;
let server: oauth.AuthorizationServer;
const insecure = { [oauth.allowInsecureRequests]: true } as const;
const redirectUri = 'http://127.0.0.1:5799/callback';

beforeAll(async () => {
  key = await newKey();
  const issuer = new URL(baseUrl);
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
  server = await oauth.processDiscoveryResponse(issuer, response);
});

describe('oauth4webapi', () => {
  test.each(['', '/mcp', '/api/v1'])('finds the authorization server from the resource "%s"', async (path) => {
    const resource = new URL(`${baseUrl}${path}`);
    const response = await oauth.resourceDiscoveryRequest(resource, insecure);
    const metadata = await oauth.processResourceDiscoveryResponse(resource, response);
    expect(metadata).toMatchObject({
      resource: `${baseUrl}${path}`,
      authorization_servers: [baseUrl],
      bearer_methods_supported: ['header'],
    });
  });

  test.each([
    ['client_secret_basic', oauth.ClientSecretBasic],
    ['client_secret_post', oauth.ClientSecretPost],
  ])('buys a token with a demo key by %s and validates it as a resource server would', async (_, authenticate) => {
    const client = { client_id: 'agent' };
    const authentication = authenticate(key);
    const parameters = { resource: `${baseUrl}/api/v1` };
    const response = await oauth.clientCredentialsGrantRequest(server, client, authentication, parameters, insecure);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { access_token } = await oauth.processClientCredentialsResponse(server, client, response);

    const call = new Request(`${baseUrl}/api/v1/articles`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    const claims = await oauth.validateJwtAccessToken(server, call, `${baseUrl}/api/v1`, insecure);
    expect(claims).toMatchObject({ iss: baseUrl, client_id: claims.sub, scope: 'articles:read mcp:connect' });
    expect(await readPaid(access_token)).toBe(200);
  });

  test('runs the code flow with PKCE and checks the issuer of the answer', async () => {
    const registration = await oauth.dynamicClientRegistrationRequest(
      server,
      { redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' },
      insecure,
    );
    const client = await oauth.processDynamicClientRegistrationResponse(registration);
    const verifier = oauth.generateRandomCodeVerifier();
    const url = new URL(server.authorization_endpoint ?? '');
    url.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: 'a state',
    }).toString();
    const answer = oauth.validateAuthResponse(server, client, await decide(url, 'allow'), 'a state');
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      answer,
      redirectUri,
      verifier,
      insecure,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response);
    expect(tokens.scope).toBe('articles:read mcp:connect');
    expect(tokens.refresh_token).toBeUndefined();
  });

  test('is challenged with Basic when the secret is wrong', async () => {
    const client = { client_id: 'agent' };
    const authentication = oauth.ClientSecretBasic('quire_demo_00');
    const response = await oauth.clientCredentialsGrantRequest(server, client, authentication, {}, insecure);
    expect(response.status).toBe(401);
    await expect(oauth.processClientCredentialsResponse(server, client, response)).rejects.toMatchObject({
      cause: [{ scheme: 'basic', parameters: { realm: 'token' } }],
    });
  });
});
