import {
  OAuthMetadataSchema,
  OAuthProtectedResourceMetadataSchema,
  OpenIdProviderDiscoveryMetadataSchema,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import { describe, expect, test } from 'vitest';
import { oauthOperations } from '../../contract/operations-oauth.ts';
import { createUrls } from '../../contract/urls.ts';
import {
  authorizationServerMetadata,
  openidConfiguration,
  protectedResourceMetadata,
  protectedResourcePaths,
} from './metadata.ts';

const base = 'https://quire.test';
const urls = createUrls(base);
const publication = { name: 'Quire' };

describe('discovery documents', () => {
  test('are what the MCP SDK reads', () => {
    OAuthMetadataSchema.parse(authorizationServerMetadata(urls));
    OpenIdProviderDiscoveryMetadataSchema.parse(openidConfiguration(urls));
    for (const path of protectedResourcePaths) {
      OAuthProtectedResourceMetadataSchema.parse(protectedResourceMetadata({ urls, publication, path }));
    }
  });

  test('name one issuer, the base URL without a slash', () => {
    expect(authorizationServerMetadata(urls).issuer).toBe(base);
    expect(openidConfiguration(urls).issuer).toBe(base);
    for (const path of protectedResourcePaths) {
      expect(protectedResourceMetadata({ urls, publication, path })).toMatchObject({
        authorization_servers: [base],
        resource: `${base}${path}`,
        scopes_supported: ['articles:read', 'mcp:connect'],
        bearer_methods_supported: ['header'],
      });
    }
  });

  test('name endpoints that the contract has', () => {
    const paths: string[] = Object.values(oauthOperations).map(({ path }) => base + path);
    const { agent_auth, service_documentation, ...metadata } = authorizationServerMetadata(urls);
    const named = Object.entries({ ...metadata, ...agent_auth }).flatMap(([name, value]) =>
      /_(endpoint|uri)$/.test(name) && typeof value === 'string' ? [value] : [],
    );
    expect(named).toHaveLength(9);
    for (const url of named) expect(paths).toContain(url);
  });

  test('offer PKCE S256 and anonymous registration', () => {
    expect(authorizationServerMetadata(urls)).toMatchObject({
      code_challenge_methods_supported: ['S256'],
      agent_auth: {
        skill: `${base}/auth.md`,
        register_uri: `${base}/agent/auth`,
        identity_types_supported: ['anonymous'],
        anonymous: { credential_types_supported: ['api_key'], claim_uri: `${base}/agent/auth/claim` },
      },
    });
  });
});
