import matter from 'gray-matter';
import { parseYaml, type YamlFailure, type YamlPath } from './yaml.ts';

export type FrontMatter =
  | {
      kind: 'parsed';
      data: unknown;
      /** Index of the first character of the body. */
      bodyStart: number;
      find: (path: YamlPath) => number;
      findKey: (path: YamlPath) => number;
    }
  | { kind: 'failed'; failures: YamlFailure[] };

const opener = '---\n';
const closerLine = '\n---\n';
const empty = parseYaml('');

/**
 * Splits a file into its front matter and body. Never throws and never runs code: gray-matter would evaluate a
 * `---js` block and would accept `---anything` as the closing line, so both lines are checked before it sees the text,
 * and every engine but YAML refuses. Options are always passed, because without them gray-matter caches by content and
 * answers the second parse of a broken file with an empty object.
 * @param text with `\n` line ends and no byte order mark.
 */
export function parseFrontMatter(text: string): FrontMatter {
  if (!text.startsWith(opener)) {
    return failed(0, 'The file must begin with a line that is exactly --- (front matter is YAML)');
  }
  const closer = findCloser(text);
  if (closer === -1) return failed(0, 'The front matter has no closing line that is exactly ---');

  let block = empty;
  const yaml = {
    parse: (source: string) => {
      block = parseYaml(source);
      return {};
    },
  };
  // Only the block: gray-matter copies what it is given, and the body is cut out here.
  matter(text.slice(0, closer + closerLine.length), {
    language: 'yaml',
    engines: { yaml, json: refuse, javascript: refuse, js: refuse },
  });

  const yamlStart = opener.length - 1;
  if (block.kind === 'failed') {
    return { kind: 'failed', failures: block.failures.map(({ at, message }) => ({ at: at + yamlStart, message })) };
  }
  const { data, find, findKey } = block;
  // The block begins with a newline, so nothing but the whole of it is at 0: what is missing is missing from line 1.
  const toFile = (at: number) => (at === 0 ? 0 : at + yamlStart);
  return {
    kind: 'parsed',
    data: data ?? {},
    bodyStart: Math.min(closer + closerLine.length, text.length),
    find: (path) => toFile(find(path)),
    findKey: (path) => toFile(findKey(path)),
  };
}

const refuse = {
  parse: (): never => {
    throw new Error('Front matter is YAML');
  },
};

/** @returns index of the newline before the closing line, or -1. */
function findCloser(text: string): number {
  const candidate = text.indexOf('\n---', opener.length - 1);
  if (candidate === -1) return -1;
  const after = text.charAt(candidate + '\n---'.length);
  return after === '' || after === '\n' ? candidate : -1;
}

function failed(at: number, message: string): FrontMatter {
  return { kind: 'failed', failures: [{ at, message }] };
}
