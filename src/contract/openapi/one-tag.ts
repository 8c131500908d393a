import { isJson, type Json } from './schema-components.ts';

/**
 * The part of an OpenAPI document about one tag: its operations, and the components that they refer to.
 * @param document all operations
 */
export function selectTag(document: Json, tag: string): Json {
  return selectOperations(document, (operation) => tagsOf(operation).includes(tag));
}

export function selectOperations(document: Json, isSelected: (operation: Json) => boolean): Json {
  const { paths, components, tags } = document;
  const selected = Object.fromEntries(
    entriesOf(paths).flatMap(([path, item]) => {
      const some = entriesOf(item).filter(
        ([name, value]) => name === 'servers' || (isJson(value) && isSelected(value)),
      );
      return some.some(([name]) => name !== 'servers') ? [[path, Object.fromEntries(some)]] : [];
    }),
  );
  const used = new Set(entriesOf(selected).flatMap(([, item]) => entriesOf(item).flatMap(([, each]) => tagsOf(each))));
  const common = { ...document, paths: selected, tags: [], components: {} };
  return {
    ...document,
    tags: Array.isArray(tags) ? tags.filter((each) => isJson(each) && used.has(each.name)) : [],
    paths: selected,
    components: selectComponents(components, common),
  };
}

/**
 * Components that `document` refers to, directly or through another component; security schemes are named, not referred
 * to.
 */
function selectComponents(components: unknown, document: Json): Json {
  const used = new Set<string>();
  const open: unknown[] = [document];
  for (const value of open) {
    for (const [, kind = '', name = ''] of JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      const key = `${kind}/${name}`;
      if (used.has(key)) continue;
      used.add(key);
      const ofKind = isJson(components) ? components[kind] : undefined;
      if (isJson(ofKind)) open.push(ofKind[name]);
    }
  }
  const required = new Set(
    [...JSON.stringify(document).matchAll(/"(\w+)":\[/g)].map(([, name = '']) => `securitySchemes/${name}`),
  );
  const kinds = entriesOf(components).map(([kind, members]): [string, Json] => [
    kind,
    Object.fromEntries(
      entriesOf(members).filter(([name]) => used.has(`${kind}/${name}`) || required.has(`${kind}/${name}`)),
    ),
  ]);
  return Object.fromEntries(kinds);
}

function tagsOf(operation: unknown): unknown[] {
  return isJson(operation) && Array.isArray(operation.tags) ? operation.tags : [];
}

function entriesOf(value: unknown): [string, unknown][] {
  return isJson(value) ? Object.entries(value) : [];
}
