import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask, askJson } from '../support/client.ts';

const Response = z.looseObject({
  content: z.record(z.string(), z.looseObject({ schema: z.unknown() })).optional(),
  headers: z.record(z.string(), z.unknown()).optional(),
});
const Operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  responses: z.record(z.string(), Response),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string() })).optional(),
});
const Description = z.looseObject({
  paths: z.record(z.string(), z.looseObject({})),
  components: z.looseObject({ securitySchemes: z.record(z.string(), z.looseObject({ type: z.string() })) }),
});

let text: string;
let operations: z.infer<typeof Operation>[];

beforeAll(async () => {
  text = await (await ask('/openapi.json')).text();
  const { paths } = Description.parse(JSON.parse(text));
  operations = Object.values(paths).flatMap((path) =>
    ['get', 'post', 'delete', 'options'].flatMap((method) => (path[method] ? [Operation.parse(path[method])] : [])),
  );
});

describe('the OpenAPI document', () => {
  it('passes redocly but for the address of this machine and three operations with one kind of answer', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'quire-openapi-')), 'openapi.json');
    writeFileSync(file, text);
    const lint = ['lint', file, '--format=json', '--skip-rule=no-server-example.com'];
    const output = execFileSync('node_modules/.bin/redocly', lint, {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const Problems = z.object({
      problems: z.array(
        z.looseObject({ ruleId: z.string(), location: z.array(z.looseObject({ pointer: z.string() })) }),
      ),
    });
    const { problems } = Problems.parse(JSON.parse(output));
    // A preflight is never refused; consent answers by a redirect, and claiming is always refused: neither has a 2xx to describe.
    expect(problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`)).toEqual([
      'operation-4xx-response #/paths/~1checkout_sessions/options/responses',
      'operation-2xx-response #/paths/~1agent~1auth~1authorize/post/responses',
      'operation-2xx-response #/paths/~1agent~1auth~1claim/post/responses',
    ]);
  }, 60_000);

  it('types a success and the 4xx of every operation, and names the limits on each', () => {
    expect(operations.length).toBeGreaterThanOrEqual(10);
    for (const { operationId, responses, summary, description } of operations) {
      const statuses = Object.keys(responses);
      expect(statuses.some((status) => /^[23]/.test(status)) || operationId === 'agentAuthClaim', operationId).toBe(
        true,
      );
      if (operationId === 'checkoutOptions') continue; // a preflight is never refused
      expect(statuses, operationId).toContain('429');
      expect(Object.keys(responses['429']?.headers ?? {}), operationId).toEqual(
        expect.arrayContaining(['Retry-After', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']),
      );
      expect(summary.length * description.length, operationId).toBeGreaterThan(100);
    }
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  it('names bearer keys and OAuth with both scopes, and the Idempotency-Key of subscribe', async () => {
    const { components } = await askJson('/openapi.json', Description);
    expect(components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(components.securitySchemes.oauth?.type).toBe('oauth2');
    expect(JSON.stringify(components.securitySchemes)).toMatch(/articles:read.*mcp:connect/);
    const subscribe = operations.find(({ operationId }) => operationId === 'agentSubscribe');
    expect(subscribe?.parameters?.map(({ name }) => name)).toContain('Idempotency-Key');
    const read = operations.find(({ operationId }) => operationId === 'getArticle');
    expect(read?.security).toEqual([{}, { bearer: [] }, { oauth: ['articles:read'] }]);
  });

  it('names Basic as a security scheme of the endpoints where clients authenticate, since a header parameter of that name is ignored', async () => {
    const { components } = await askJson('/openapi.json', Description);
    expect(components.securitySchemes.client).toMatchObject({ type: 'http', scheme: 'basic' });
    for (const id of ['oauthToken', 'oauthRevoke', 'oauthIntrospect']) {
      const operation = operations.find(({ operationId }) => operationId === id);
      expect(operation?.security).toEqual([{}, { client: [] }]);
    }
    const headers = operations.flatMap(({ parameters = [] }) => parameters.map(({ name }) => name.toLowerCase()));
    for (const ignored of ['accept', 'content-type', 'authorization']) expect(headers).not.toContain(ignored);
  });

  it('takes one JSON-RPC message or a batch of them at the tool servers', () => {
    for (const id of ['mcpProduct', 'mcpDocs']) {
      const { requestBody, responses } = z
        .looseObject({ requestBody: Response, responses: z.record(z.string(), Response) })
        .parse(operations.find(({ operationId }) => operationId === id));
      const message = { $ref: '#/components/schemas/JsonRpcRequest' };
      const answer = { $ref: '#/components/schemas/MCPResponse' };
      expect(requestBody.content?.['application/json']?.schema).toEqual({
        oneOf: [message, { type: 'array', items: message, minItems: 1, maxItems: 20 }],
      });
      expect(responses['200']?.content?.['application/json']?.schema).toEqual({
        oneOf: [answer, { type: 'array', items: answer }],
      });
    }
  });
});
