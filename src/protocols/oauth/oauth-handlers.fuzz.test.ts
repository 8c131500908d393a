import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { createOauthService, demoKey, type OauthService } from '../../../tests/support/oauth-service.ts';
import { invalid } from '../../core/access/caller.ts';

const base = 'https://quire.test';
const description = /^[\x20-\x21\x23-\x5B\x5D-\x7E]*$/;

let service: OauthService;
beforeAll(async () => {
  service = await createOauthService({ baseUrl: base });
});

const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    'client_credentials',
    'authorization_code',
    'refresh_token',
    'code',
    'S256',
    'allow',
    'deny',
    demoKey,
    base,
    `${base}/mcp`,
    'articles:read',
    `${'0'.repeat(32)}.1.${'A'.repeat(43)}`,
    'eyJhbGciOiJSUzI1NiIsImtpZCI6Ii4uLyJ9.e30.AAAA',
    'v'.repeat(43),
    'https://app.test/callback',
    '\u0000',
    '%',
  ),
);
const name = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.constantFrom(
      'grant_type',
      'scope',
      'resource',
      'code',
      'redirect_uri',
      'code_verifier',
      'refresh_token',
      'client_id',
      'client_secret',
      'token',
      'token_type_hint',
      'response_type',
      'code_challenge',
      'code_challenge_method',
      'state',
      'decision',
      'response_mode',
      'request_uri',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
const form = fc.oneof(
  fc.array(fc.tuple(name, value), { maxLength: 10 }).map((pairs) => new URLSearchParams(pairs).toString()),
  fc.string({ unit: 'binary', maxLength: 200 }),
);
const member = fc.constantFrom(
  'client_name',
  'client_uri',
  'redirect_uris',
  'grant_types',
  'response_types',
  'token_endpoint_auth_method',
  'scope',
  'type',
  'requested_credential_type',
  'claim_token',
  '__proto__',
  'constructor',
);
const json = fc.oneof(
  fc
    .dictionary(member, fc.oneof(value, fc.array(value, { maxLength: 4 }), fc.jsonValue()))
    .map((body) => JSON.stringify(body)),
  fc.json(),
  fc.string({ unit: 'binary', maxLength: 200 }),
);
const header = fc.option(
  fc.oneof(
    fc.tuple(value, value).map(([id, secret]) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`),
    fc.base64String().map((text) => `Basic ${text}`),
    fc.stringMatching(/^[ -~]{0,40}$/),
  ),
  { nil: undefined },
);

async function expectAnswer(request: Request) {
  const response = await service.fetch(request);
  expect(response.status).toBeLessThan(500);
  if (response.status < 300) return;
  if (response.status < 400) {
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('iss')).toBe(base);
    return;
  }
  const body = await response.json();
  expect(body.error).toMatch(/^[a-z_]+$/);
  expect(body.error_description).toMatch(description);
  expect(response.headers.get('cache-control')).toBe('no-store');
}

function request(path: string, body: string, authorization: string | undefined): Request {
  const headers = new Headers(authorization === undefined ? [] : [['authorization', authorization]]);
  return new Request(`${base}/agent/auth${path}`, { method: 'POST', body, headers });
}

describe('any malformed body gets a response of the RFC', () => {
  test.each(['/token', '/authorize', '/revoke', '/introspect'])('forms at %s', async (path) => {
    await fc.assert(
      fc.asyncProperty(form, header, (body, authorization) => expectAnswer(request(path, body, authorization))),
      { numRuns: 600 },
    );
  });

  test.each(['/register', '', '/claim'])('JSON at "%s"', async (path) => {
    await fc.assert(
      fc.asyncProperty(json, (body) => expectAnswer(request(path, body, undefined))),
      { numRuns: 600 },
    );
  });

  test('queries at /authorize', async () => {
    await fc.assert(
      fc.asyncProperty(form, (query) =>
        expectAnswer(new Request(`${base}/agent/auth/authorize?${query.replaceAll('#', '%23')}`)),
      ),
      { numRuns: 600 },
    );
  });

  test('tokens at verify()', async () => {
    const { kid } = await service.server.signingKeys.readSigner();
    const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const token = fc.oneof(
      value,
      fc
        .tuple(fc.jsonValue(), fc.jsonValue(), fc.base64String())
        .map(([head, body, tail]) => `${encode(head)}.${encode(body)}.${tail}`),
      fc.tuple(fc.jsonValue(), fc.base64String()).map(([body, tail]) => {
        const head = encode({ alg: 'RS256', typ: 'at+jwt', kid });
        return `${head}.${encode(body)}.${tail}`;
      }),
    );
    await fc.assert(
      fc.asyncProperty(token, async (text) => {
        expect(await service.server.tokens.verify(text, service.services.urls.base)).toEqual(invalid);
        expect(await service.server.refreshTokens.read(text)).toBeUndefined();
      }),
      { numRuns: 600 },
    );
  });
});
