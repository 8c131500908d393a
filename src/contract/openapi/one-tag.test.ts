import { describe, expect, it } from 'vitest';
import { errorCodes } from '../error-table.ts';
import { buildOpenApi, buildTagDocuments, described } from './openapi-document.ts';
import { isJson } from './schema-components.ts';

const everyError = Object.fromEntries(errorCodes.map((code) => [code, { error: { code } }]));
const about = {
  title: 'An API',
  description: 'Of a test.',
  contact: { name: 'Editors', email: 'editors@quire.test', url: 'https://quire.test/contact' },
  baseUrl: 'https://quire.test',
  docsUrl: 'https://quire.test/developers.md',
  paymentInfo: undefined,
  deprecations: [],
  examples: {
    responses: {},
    recorded: {},
    errors: { rest: everyError, jsonrpc: everyError, oauth: everyError, acp: everyError },
  },
};
const document = buildOpenApi(about);

function listOperationIds({ paths }: Record<string, unknown>): string[] {
  return [...JSON.stringify(paths).matchAll(/"operationId":"(\w+)"/g)].map(([, id = '']) => id);
}

describe('the OpenAPI documents of the tags', () => {
  const parts = [...buildTagDocuments(about)].map(([tag, part]) => ({ tag, part }));

  it('have each operation once', () => {
    const ids = parts.flatMap(({ part }) => listOperationIds(part));
    expect(ids.toSorted()).toEqual(described.map(([id]) => id).toSorted());
  });

  it('describe the operations of the main document as it does', () => {
    const all = Object.assign({}, ...parts.map(({ part }) => part.paths));
    expect(all).toMatchObject(isJson(document.paths) ? document.paths : {});
    expect(listOperationIds(document)).toEqual(expect.arrayContaining(['listArticles', 'askPost', 'checkoutCreate']));
    expect(listOperationIds(document)).not.toContain('oauthToken');
  });

  it.each([...parts, { tag: 'the main document', part: document }])(
    '$tag contains every component that it refers to, and none that it does not need',
    ({ part }) => {
      const { components } = part;
      const text = JSON.stringify(part);
      const referred = new Set([...text.matchAll(/"#\/components\/(\w+\/[^"]+)"/g)].map(([, name = '']) => name));
      const present = Object.entries(isJson(components) ? components : {}).flatMap(([kind, members]) =>
        kind === 'securitySchemes' || !isJson(members) ? [] : Object.keys(members).map((name) => `${kind}/${name}`),
      );
      expect(present.toSorted()).toEqual([...referred].toSorted());
      expect(text.length).toBeLessThan(60_000);
    },
  );
});
