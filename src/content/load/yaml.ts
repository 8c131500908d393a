import { type Document, isMap, isNode, isPair, isScalar, parseDocument } from 'yaml';

export type YamlPath = readonly (string | number)[];

export interface YamlFailure {
  /** Index into the parsed text. */
  at: number;
  message: string;
}

export type YamlResult =
  | {
      kind: 'parsed';
      data: unknown /** Where the value (or, for a missing one, its parent) stands. */;
      find: (path: YamlPath) => number;
      findKey: (path: YamlPath) => number;
    }
  | { kind: 'failed'; failures: YamlFailure[] };

/**
 * YAML 1.2 core: dates stay strings, `no` is a word, duplicate keys and unknown tags are errors. Never throws.
 * Aliases are refused beyond a handful, so a small file cannot unfold into a huge value.
 */
export function parseYaml(text: string): YamlResult {
  const document = parseDocument(text, { schema: 'core', uniqueKeys: true, prettyErrors: false });
  const failures = [...document.errors, ...document.warnings].map(({ pos, message }) => ({ at: pos[0], message }));
  if (failures.length > 0) return { kind: 'failed', failures };
  try {
    const data: unknown = document.toJS({ maxAliasCount: 20 });
    return {
      kind: 'parsed',
      data,
      find: (path) => findValue(document, path),
      findKey: (path) => findKey(document, path),
    };
  } catch (error) {
    return { kind: 'failed', failures: [{ at: 0, message: error instanceof Error ? error.message : String(error) }] };
  }
}

function findValue(document: Document, path: YamlPath): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

function findKey(document: Document, path: YamlPath): number {
  const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
  if (!isMap(parent)) return findValue(document, path);
  for (const pair of parent.items) {
    if (isPair(pair) && isScalar(pair.key) && String(pair.key.value) === String(path.at(-1)) && pair.key.range) {
      return pair.key.range[0];
    }
  }
  return findValue(document, path);
}
