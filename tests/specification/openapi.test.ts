import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ask } from '../support/client.ts';
import { folderOfTest } from '../support/folders.ts';
import { type openDocument, readDescription } from './openapi-document.ts';

const Content = z.looseObject({ schema: z.unknown() });
const Response = z.looseObject({ content: z.record(z.string(), Content).optional() });

let text: string;
let document: ReturnType<typeof openDocument>;
let operations: ReturnType<typeof openDocument>['operations'];

beforeAll(async () => {
  text = await (await ask('/openapi.json')).text();
  document = await readDescription(async (path) => (await ask(path)).json());
  operations = document.operations;
});

/** The main document and those of the tags that have operations beyond it, as files. */
async function writeDescriptions(): Promise<string[]> {
  const folder = folderOfTest();
  const files = ['openapi', 'openapi/checkout', 'openapi/evidence', 'openapi/oauth'];
  return Promise.all(
    files.map(async (name) => {
      const file = join(folder, `${name.replace('/', '-')}.json`);
      writeFileSync(file, await (await ask(`/${name}.json`)).text());
      return file;
    }),
  );
}

describe('the OpenAPI document', () => {
  it('passes redocly without a warning, but for the address of this machine', async () => {
    for (const file of await writeDescriptions()) {
      const lint = ['lint', file, '--format=json', '--skip-rule=no-server-example.com'];
      const output = execFileSync('node_modules/.bin/redocly', lint, {
        env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      expect(z.object({ problems: z.array(z.unknown()) }).parse(JSON.parse(output)).problems, file).toEqual([]);
    }
  });

  it('passes spectral without a warning', async () => {
    const ruleset = join(folderOfTest(), 'ruleset.json');
    writeFileSync(ruleset, JSON.stringify({ extends: ['spectral:oas'] }));
    const found = `${ruleset}.found`;
    const lint = ['lint', ...(await writeDescriptions()), '--ruleset', ruleset, '--format', 'json', '--output', found];
    spawnSync('node_modules/.bin/spectral', lint); // its end tells only of errors, its findings of warnings too
    expect(JSON.parse(readFileSync(found, 'utf8'))).toEqual([]);
  });

  it('costs less than 60,000 bytes, and is the same as YAML', async () => {
    expect(Buffer.byteLength(text)).toBeLessThan(60_000);
    const yaml = await ask('/openapi.yaml');
    expect(yaml.headers.get('content-type')).toMatch(/^application\/yaml/);
    expect(parse(await yaml.text())).toEqual(JSON.parse(text));
  });

  it('types a success and the 4xx of every operation, and names the limits on each', () => {
    expect(operations.length).toBeGreaterThanOrEqual(10);
    for (const operation of operations) {
      const { operationId, responses, summary, description } = operation;
      const statuses = Object.keys(responses);
      expect(statuses, operationId).toEqual(expect.arrayContaining([expect.stringMatching(/^[23]/)]));
      if (operationId === 'checkoutOptions') continue; // a preflight is never refused
      expect(statuses, operationId).toContain('429');
      expect(Object.keys(document.findAnswer(operation, '429')?.headers ?? {}), operationId).toEqual(
        expect.arrayContaining(['Retry-After', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']),
      );
      expect(summary.length * description.length, operationId).toBeGreaterThan(100);
    }
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  it('names bearer keys and OAuth with both scopes, and the Idempotency-Key of subscribe', () => {
    const { components } = document;
    expect(components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(components.securitySchemes.oauth?.type).toBe('oauth2');
    expect(JSON.stringify(components.securitySchemes)).toMatch(/articles:read.*mcp:connect/);
    const subscribe = operations.find(({ operationId }) => operationId === 'agentSubscribe');
    expect(subscribe?.parameters?.map(({ name }) => name)).toContain('Idempotency-Key');
    const read = operations.find(({ operationId }) => operationId === 'getArticle');
    expect(read?.security).toEqual([{}, { bearer: [] }, { oauth: ['articles:read'] }]);
  });

  it('names Basic as a security scheme of the endpoints where clients authenticate, since a header parameter of that name is ignored', () => {
    const { components } = document;
    expect(components.securitySchemes.client).toMatchObject({ type: 'http', scheme: 'basic' });
    for (const id of ['oauthToken', 'oauthRevoke', 'oauthIntrospect']) {
      const operation = operations.find(({ operationId }) => operationId === id);
      expect(operation?.security).toEqual([{}, { client: [] }]);
    }
    const headers = operations.flatMap(({ parameters = [] }) => parameters.map(({ name }) => name.toLowerCase()));
    for (const ignored of ['accept', 'content-type', 'authorization']) expect(headers).not.toContain(ignored);
  });

  it('takes one JSON-RPC message or a batch of them at the tool servers', () => {
    for (const id of ['mcpProduct', 'mcpDocs', 'mcpConnector']) {
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
