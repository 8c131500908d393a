import { isJson, type Json } from './schema-components.ts';

/**
 * The part of an OpenAPI document about one tag: its operations, and the components that they refer to.
 * @param document a document of `buildOpenApi`
 */
export function selectTag(document: Json, tag: string): Json {
  const { paths, components, tags } = document;
  const selected = Object.fromEntries(
    entriesOf(paths).flatMap(([path, item]) => {
      const ofTag = entriesOf(item).filter(([name, value]) => name === 'servers' || hasTag(value, tag));
      return ofTag.some(([name]) => name !== 'servers') ? [[path, Object.fromEntries(ofTag)]] : [];
    }),
  );
  const names = Array.isArray(tags) ? tags.filter((each) => isJson(each) && each.name === tag) : [];
  return { ...document, tags: names, paths: selected, components: selectComponents(components, selected) };
}

/** Components that `paths` refers to, directly or through another component; security schemes are named, not referred to. */
function selectComponents(components: unknown, paths: Json): Json {
  const used = new Set<string>();
  const open: unknown[] = [paths];
  for (const value of open) {
    for (const [, kind = '', name = ''] of JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      const key = `${kind}/${name}`;
      if (used.has(key)) continue;
      used.add(key);
      const ofKind = isJson(components) ? components[kind] : undefined;
      if (isJson(ofKind)) open.push(ofKind[name]);
    }
  }
  const kinds = entriesOf(components).map(([kind, members]): [string, Json] => [
    kind,
    Object.fromEntries(
      entriesOf(members).filter(([name]) => kind === 'securitySchemes' || used.has(`${kind}/${name}`)),
    ),
  ]);
  return Object.fromEntries(kinds);
}

function hasTag(operation: unknown, tag: string): boolean {
  return isJson(operation) && Array.isArray(operation.tags) && operation.tags.includes(tag);
}

function entriesOf(value: unknown): [string, unknown][] {
  return isJson(value) ? Object.entries(value) : [];
}
