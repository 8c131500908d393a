import matter from 'gray-matter';
import { parseYaml, type YamlPath, type YamlResult } from './yaml.ts';
import type { YamlFailure } from './yaml-blocks.ts';

/** A file in its two parts, as far as they can be told apart and read. Places are indexes into the file. */
export interface FrontMatter {
  /** The data that gray-matter read: all keys whose values are YAML. */
  data: Readonly<Record<string, unknown>>;
  body: string;
  /** Index of the first character of the body. */
  bodyStart: number;
  /** What is wrong with the lines `---` and the YAML between them. */
  failures: readonly YamlFailure[];
  /** Keys that `failures` are about; undefined without a block with keys. */
  unreadable: ReadonlySet<string> | undefined;
  find: (path: YamlPath) => number;
  findKey: (path: YamlPath) => number;
}

const opener = '---\n';
const nothing: YamlResult = parseYaml('');

/**
 * Splits a file into its front matter and body with gray-matter, and uses gray-matter's data and content. Positions
 * come from the YAML document that is its engine. Never throws and never runs code: gray-matter would evaluate a
 * `---js` block and would accept `---anything` as the closing line, so it only receives the output of `mendFences`, and
 * every engine but YAML rejects. Options are always passed, because without them gray-matter caches by content and
 * returns an empty object when it parses a broken file again.
 * @param text text with `\n` line ends and no byte order mark
 */
export function parseFrontMatter(text: string): FrontMatter {
  const { fenced, yamlAt, failures, hasBlock } = mendFences(text);
  if (!hasBlock) {
    const top = () => 0;
    const bodyStart = text.length - fenced.length;
    return { data: {}, body: fenced, bodyStart, failures, unreadable: undefined, find: top, findKey: top };
  }
  let block = nothing;
  const yaml = {
    parse: (source: string) => {
      block = parseYaml(source);
      return block.data;
    },
  };
  const { data, content } = matter(fenced, {
    language: 'yaml',
    engines: { yaml, json: refuse, javascript: refuse, js: refuse },
  });
  // gray-matter leaves the newline of the opening line to the YAML; nothing but the whole of it is at 0, so what is
  // missing is missing from line 1.
  const toFile = (at: number) => (at === 0 ? 0 : at - 1 + yamlAt);
  const { unreadable, find, findKey } = block;
  return {
    data,
    body: content,
    bodyStart: text.length - content.length,
    failures: [...failures, ...block.failures.map(({ at, message }) => ({ at: toFile(at), message }))],
    unreadable,
    find: (path) => toFile(find(path)),
    findKey: (path) => toFile(findKey(path)),
  };
}

const refuse = {
  parse: (): never => {
    throw new Error('Front matter is YAML');
  },
};

interface Fences {
  /** The file with the `---` lines that gray-matter expects; only its body if it has no block. */
  fenced: string;
  /** Index in the file of the first character after the opening line. */
  yamlAt: number;
  failures: YamlFailure[];
  hasBlock: boolean;
}

/** Reports lines that are nearly `---` and reads on as if they were. */
function mendFences(text: string): Fences {
  const opening = /^\s*---([^\n]*)(?:\n|$)/.exec(text);
  if (!opening) {
    const message = 'The file must begin with a line that is exactly ---, then title, description, tier, date, authors';
    return { fenced: text, yamlAt: 0, failures: [{ at: 0, message }], hasBlock: false };
  }
  const failures: YamlFailure[] = [];
  if (opening[0] !== opener) {
    failures.push({ at: 0, message: 'The first line must be exactly --- (what follows it is YAML)' });
  }
  const yamlAt = opening[0].length;
  const rest = text.slice(yamlAt);
  const isYaml = !/\w/.test(opening[1] ?? '');
  const closing = /^---[^\n]*(?:\n|$)/m.exec(rest);
  if (!closing) {
    // A block without a closing line ends at the first empty line.
    const end = rest.search(/^[ \t]*$/m);
    const bodyAt = end === -1 ? rest.length : end;
    failures.push({ at: yamlAt + bodyAt, message: 'End the front matter here with a line that is exactly ---' });
    return fence({ yaml: rest.slice(0, bodyAt), body: rest.slice(bodyAt), yamlAt, failures, isYaml });
  }
  if (text.startsWith(opener) && /^---\n?$/.test(closing[0])) return { fenced: text, yamlAt, failures, hasBlock: true };
  if (!/^---\n?$/.test(closing[0])) {
    failures.push({ at: yamlAt + closing.index, message: 'The line that ends the front matter must be exactly ---' });
  }
  const body = rest.slice(closing.index + closing[0].length);
  return fence({ yaml: rest.slice(0, closing.index), body, yamlAt, failures, isYaml });
}

function fence(parts: {
  yaml: string;
  body: string;
  yamlAt: number;
  failures: YamlFailure[];
  isYaml: boolean;
}): Fences {
  const { yaml, body, yamlAt, failures, isYaml } = parts;
  if (!isYaml) return { fenced: body, yamlAt, failures, hasBlock: false };
  const end = yaml === '' || yaml.endsWith('\n') ? '' : '\n';
  return { fenced: `${opener}${yaml}${end}---\n${body}`, yamlAt, failures, hasBlock: true };
}
