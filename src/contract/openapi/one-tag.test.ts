import { describe, expect, it } from 'vitest';
import { tagDescriptions } from '../operation.ts';
import { selectTag } from './one-tag.ts';
import { buildOpenApi } from './openapi-document.ts';
import { isJson } from './schema-components.ts';

const document = buildOpenApi({
  title: 'An API',
  description: 'Of a test.',
  contact: { name: 'Editors', email: 'editors@quire.test', url: 'https://quire.test/contact' },
  baseUrl: 'https://quire.test',
  docsUrl: 'https://quire.test/developers.md',
  paymentInfo: undefined,
  deprecations: [],
});

function listOperationIds({ paths }: Record<string, unknown>): string[] {
  return [...JSON.stringify(paths).matchAll(/"operationId":"(\w+)"/g)].map(([, id = '']) => id);
}

describe('the OpenAPI documents of the tags', () => {
  const parts = Object.keys(tagDescriptions).map((tag) => ({ tag, part: selectTag(document, tag) }));

  it('have each operation of the whole document once', () => {
    const ids = parts.flatMap(({ part }) => listOperationIds(part));
    expect(ids.toSorted()).toEqual(listOperationIds(document).toSorted());
  });

  it.each(parts)('$tag contains every component that it refers to, and none that it does not need', ({ part }) => {
    const { components } = part;
    const text = JSON.stringify(part);
    const referred = new Set([...text.matchAll(/"#\/components\/(\w+\/[^"]+)"/g)].map(([, name = '']) => name));
    const present = Object.entries(isJson(components) ? components : {}).flatMap(([kind, members]) =>
      kind === 'securitySchemes' || !isJson(members) ? [] : Object.keys(members).map((name) => `${kind}/${name}`),
    );
    expect(present.toSorted()).toEqual([...referred].toSorted());
    expect(text.length).toBeLessThan(JSON.stringify(document).length);
  });
});
