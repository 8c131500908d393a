import { beforeAll, describe, expect, it } from 'vitest';
import { ask, baseUrl } from '../support/client.ts';
import { readAnswer, sendBytes } from '../support/raw-socket.ts';
import { findHeaderFaults, findUndescribedHeaders } from './described-headers.ts';
import { type openDocument, readDescription } from './openapi-document.ts';

let text: string;
let document: ReturnType<typeof openDocument>;

beforeAll(async () => {
  text = await (await ask('/openapi.json')).text();
  document = await readDescription(async (path) => (await ask(path)).json());
});

describe('the schemas of the OpenAPI document', () => {
  it('compile one by one in the strict mode of a validator of JSON Schema 2020-12', () => {
    const names = Object.keys(document.components.schemas);
    expect(names.length).toBeGreaterThan(30);
    for (const name of names) document.compile({ $ref: `#/components/schemas/${name}` });
    const inline = document.operations.flatMap(({ parameters = [] }) => parameters.map(({ schema }) => schema));
    for (const schema of inline) document.compile(schema);
  });

  it('let an answer have members that are added later', () => {
    expect(text).not.toContain('"additionalProperties":false');
    const pricing = document.compile({ $ref: '#/components/schemas/Pricing' });
    expect(pricing({ tiers: [], later: true })).toBe(true);
    expect(pricing({ tiers: 'many' })).toBe(false);
  });
});

describe('the parameters', () => {
  const schemaOf = (id: string, name: string) =>
    document.operations
      .find(({ operationId }) => operationId === id)
      ?.parameters?.find((parameter) => parameter.name === name)?.schema;

  it('of the list are whole numbers with a default and bounds, as the specification has them', () => {
    expect(schemaOf('listArticles', 'page')).toMatchObject({ type: 'integer', default: 1, minimum: 1 });
    const perPage = { type: 'integer', default: 10, minimum: 1, maximum: 100 };
    expect(schemaOf('listArticles', 'per_page')).toMatchObject(perPage);
    expect(schemaOf('listArticles', 'tier')).toMatchObject({ enum: ['free', 'paid'] });
  });

  it('of /ask are what it takes: each value that is listed answers, another is refused', async () => {
    expect(schemaOf('askGet', 'num_results')).toMatchObject({ type: 'integer', default: 10, minimum: 1, maximum: 50 });
    for (const name of ['mode', 'streaming']) {
      const listed = schemaOf('askGet', name)?.enum;
      expect(listed).toEqual(expect.arrayContaining([expect.any(String)]));
      for (const value of Array.isArray(listed) ? listed : []) {
        expect((await ask(`/ask?query=payment&${name}=${value}`)).status, `${name}=${value}`).toBe(200);
      }
    }
    for (const wrong of ['mode=poem', 'num_results=0', 'num_results=x']) {
      expect((await ask(`/ask?query=payment&${wrong}`)).status, wrong).toBe(400);
    }
  });
});

describe('the examples', () => {
  it('are valid where they stand, those of refusals too', () => {
    const faults: string[] = [];
    for (const operation of document.operations) {
      for (const status of Object.keys(operation.responses)) {
        const { content = {} } = document.findAnswer(operation, status) ?? {};
        for (const [name, example] of Object.entries(content['application/json']?.examples ?? {})) {
          const reference = typeof example.$ref === 'string' ? example.$ref.split('/').at(-1) : undefined;
          const value = reference ? document.components.examples[reference]?.value : example.value;
          const found = document.check(operation, status, value);
          faults.push(...found.map((fault) => `${operation.operationId} ${name}: ${fault}`));
        }
      }
    }
    expect(faults).toEqual([]);
  });

  it('show every JSON answer of every operation', () => {
    const missing = document.operations.flatMap((operation) =>
      Object.keys(operation.responses).flatMap((status) => {
        const json = document.findAnswer(operation, status)?.content?.['application/json'];
        return json && !json.examples && !['default', '4XX'].includes(status)
          ? [`${operation.operationId} ${status}`]
          : [];
      }),
    );
    expect(missing).toEqual([]);
  });

  it('are addresses and slugs of this very publication', async () => {
    const list = document.operations.find(({ operationId }) => operationId === 'listArticles');
    expect(JSON.stringify(list?.responses['200'])).toContain(
      (await (await ask('/api/v1/articles?per_page=1')).json()).data[0].slug,
    );
  });
});

describe('the answers', () => {
  it('of what everybody may keep are described with ETag and 304, and sandbox and limits by headers of their type', () => {
    const list = document.operations.find(({ operationId }) => operationId === 'listArticles');
    expect(list && document.findAnswer(list, '304')?.headers).toHaveProperty('ETag');
    const headers = Object.keys((list && document.findAnswer(list, '200')?.headers) ?? {});
    expect(headers).toEqual(
      expect.arrayContaining(['ETag', 'Link', 'Sunset', 'Deprecation', 'X-Sandbox', 'X-RateLimit-Reset']),
    );
    expect(JSON.parse(text)['x-common-headers'].default['X-RateLimit-Reset'].schema.type).toBe('integer');
  });

  it('name what is refused before an address is looked at, on every operation', () => {
    for (const operation of document.operations) {
      for (const status of ['408', '414', '417', '421', '431']) {
        expect(document.findAnswer(operation, status), `${operation.operationId} ${status}`).toBeDefined();
      }
    }
  });

  it('of what never became a request name the headers that it has, and no limit, since nobody was counted', async () => {
    const port = Number(new URL(baseUrl).port);
    const filler = `X-Filler: ${'x'.repeat(20_000)}`;
    const { line, headers } = readAnswer(
      await sendBytes(port, `GET /api/v1 HTTP/1.1\r\nHost: localhost:${port}\r\n${filler}\r\n\r\n`),
    );
    const index = document.operations.find(({ operationId }) => operationId === 'getIndex');
    const described = (index && document.findAnswer(index, '431')?.headers) ?? {};
    expect(line).toMatch(/^HTTP\/1\.1 431 /);
    expect(findHeaderFaults(described, headers, document)).toEqual([]);
    expect(findUndescribedHeaders(described, headers)).toEqual([]);
    expect(Object.keys(described)).toEqual(['X-Request-Id']);
  });
});
