import { type Document, isMap, isNode, isPair, isScalar, parseDocument } from 'yaml';
import { splitBlocks, type YamlBlock, type YamlFailure } from './yaml-blocks.ts';
import { explainYaml } from './yaml-mistakes.ts';

export type YamlPath = readonly (string | number)[];

/** A YAML mapping, as far as it can be read. */
export interface YamlResult {
  /** Every key whose value could be read, and for a line of text that could not, its words. */
  data: Record<string, unknown>;
  /** What is not YAML, one for each top-level key. */
  failures: YamlFailure[];
  /** Top-level keys that `failures` are about. */
  unreadable: ReadonlySet<string>;
  /** Where the value (or, for a missing one, its parent) stands. */
  find: (path: YamlPath) => number;
  findKey: (path: YamlPath) => number;
}

interface Part {
  document: Document;
  /** Index of its first character in the whole text. */
  start: number;
}

/**
 * Parses YAML 1.2 core: dates stay strings, `no` is a word, duplicate keys and unknown tags are errors. Never throws.
 * Only a handful of aliases is allowed, so that a small file cannot expand to a huge value. If the document is not a
 * mapping, each top-level key is read by itself, so that one mistake does not hide another.
 */
export function parseYaml(text: string): YamlResult {
  latest = latest?.text === text ? latest : { text, result: parseWhole(text) };
  return latest.result;
}

/** The versions of an article, one after the other, mostly have the same front matter. */
let latest: { text: string; result: YamlResult } | undefined;

function parseWhole(text: string): YamlResult {
  const whole = readMapping(text);
  if (whole.kind === 'failed') return parseBlocks(text);
  const { document, data } = whole;
  return {
    data,
    failures: [],
    unreadable: new Set(),
    find: (path) => findValue(document, path),
    findKey: (path) => findKey(document, path),
  };
}

function parseBlocks(text: string): YamlResult {
  const { blocks, failures } = splitBlocks(text);
  const data: Record<string, unknown> = {};
  const parts = new Map<string, Part>();
  /** Where what could not be read begins. */
  const unreadable = new Map<string, number>();
  for (const block of blocks) {
    const { key, start } = block;
    if (parts.has(key) || unreadable.has(key)) {
      failures.push({ at: start, message: `The key ${key} is here a second time; keep one` });
      continue;
    }
    const read = readMapping(block.text);
    if (read.kind === 'parsed') {
      parts.set(key, { document: read.document, start });
      Object.assign(data, read.data);
      continue;
    }
    unreadable.set(key, start + read.at);
    failures.push({ at: start + read.at, message: read.message });
    const words = extractWords(block);
    if (words !== undefined) data[key] = words;
  }
  // Anchors that one key sets and another uses are only wrong together.
  if (failures.length === 0) failures.push({ at: 0, message: 'This is not YAML of the form key: value' });
  const locate = (path: YamlPath, find: (document: Document, path: YamlPath) => number) => {
    const part = parts.get(String(path[0]));
    return part ? part.start + find(part.document, path) : (unreadable.get(String(path[0])) ?? 0);
  };
  return {
    data,
    failures,
    unreadable: new Set(unreadable.keys()),
    find: (path) => locate(path, findValue),
    findKey: (path) => locate(path, findKey),
  };
}

type Mapping =
  | { kind: 'parsed'; document: Document; data: Record<string, unknown> }
  | ({ kind: 'failed' } & YamlFailure);

function readMapping(text: string): Mapping {
  const document = parseDocument(text, { schema: 'core', uniqueKeys: true, prettyErrors: false, logLevel: 'silent' });
  const [failure] = [...document.errors, ...document.warnings];
  if (failure) return { kind: 'failed', ...explainYaml(text, failure) };
  try {
    const data: unknown = document.toJS({ maxAliasCount: 20 }) ?? {};
    if (isRecord(data)) return { kind: 'parsed', document, data };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    const at = Math.max(text.indexOf('*'), 0);
    return { kind: 'failed', ...explainYaml(text, { code: 'BAD_ALIAS', pos: [at, at], message: error.message }) };
  }
  return { kind: 'failed', at: 0, message: 'Write key: value here' };
}

/** Returns the words of a value that is on one line and is not a list. */
function extractWords({ text }: YamlBlock): string | undefined {
  const value = /^[^:\n]+:[ \t]*([^\n[{|>&]+)\n*$/.exec(text)?.[1]?.trim();
  return value?.replace(/^(["'])(.*?)\1?$/, '$2') || undefined;
}

/** A mapping: no list, not null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
