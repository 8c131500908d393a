import type { ErrorCode } from 'yaml';
import type { YamlFailure } from './yaml-blocks.ts';

interface ParserError {
  code: ErrorCode;
  pos: readonly [number, number];
  message: string;
}

interface Line {
  /** Index of the value in the text. */
  at: number;
  key: string;
  value: string;
}

const shownValue = 60;
const doesNotLineUp =
  'The lines here do not line up: what belongs to a key is indented by the same number of spaces, two more than the key';

/** Translates a parser's error into what the author did: where it begins and how to fix it. */
export function explainYaml(text: string, error: ParserError): YamlFailure {
  const line = lineAt(text, error.pos[0]);
  switch (error.code) {
    case 'TAB_AS_INDENT':
      return { at: error.pos[0], message: 'Indent with spaces: a tab is not an indent in YAML' };
    case 'DUPLICATE_KEY':
      return { at: error.pos[0], message: 'This key is here a second time; keep one' };
    case 'BAD_DQ_ESCAPE':
      return { at: error.pos[0], message: 'A backslash means something in double quotes; use single quotes here' };
    case 'BAD_SCALAR_START':
    case 'TAG_RESOLVE_FAILED':
      return askForQuotes(line, `it begins with ${line.value.charAt(0)}`);
    case 'BAD_ALIAS':
      if (line.value.startsWith('*')) return askForQuotes(line, 'it begins with *');
      return {
        at: error.pos[0],
        message: 'YAML reads * as a reference to another value; put a text with it in quotes',
      };
    case 'BLOCK_AS_IMPLICIT_KEY':
    case 'BLOCK_IN_FLOW':
      if (!/: /.test(line.value)) return { at: error.pos[0], message: doesNotLineUp };
      return askForQuotes(line, 'the colon in it begins another key');
    case 'MISSING_CHAR':
    case 'BAD_INDENT':
      return explainMissing(text, error);
    case 'UNEXPECTED_TOKEN':
      return explainToken(line, error);
    default:
      return { at: error.pos[0], message: error.message };
  }
}

function explainMissing(text: string, { pos, message }: ParserError): YamlFailure {
  const quote = /closing (["'])/.exec(message)?.[1];
  if (quote) {
    const opened = text.search(quote === '"' ? /(?<=(?:^|[\s[,{]))"/ : /(?<=(?:^|[\s[,{]))'/);
    return {
      at: Math.max(opened, 0),
      message: `The ${quote} that opens here is not closed; add one at the end of the text`,
    };
  }
  const bracket = /end with a ([\]}])/.exec(message)?.[1];
  if (bracket) {
    const opener = bracket === ']' ? '[' : '{';
    return {
      at: Math.max(text.indexOf(opener), 0),
      message: `The ${opener} that opens here is not closed; add ${bracket}`,
    };
  }
  return { at: pos[0], message: doesNotLineUp };
}

function explainToken(line: Line, { pos, message }: ParserError): YamlFailure {
  const extra = /Unexpected (?:flow-\w+-end token in YAML stream: "(.)"|(,) in flow)/.exec(message);
  if (extra) return { at: pos[0], message: `There is one ${extra[1] ?? extra[2]} too many` };
  const first = line.value.charAt(0);
  if (first === "'") {
    return { at: line.at, message: `The quotes end before the text does; write '' for each ' inside them` };
  }
  if (first === '"') {
    return { at: line.at, message: 'The quotes end before the text does; write \\" for each " inside them' };
  }
  return askForQuotes(line, `it begins with ${first}`);
}

function askForQuotes({ at, key, value }: Line, reason: string): YamlFailure {
  const shown = value.length > shownValue ? `${value.slice(0, shownValue)}...` : value;
  const quoted = shown.includes('"') ? `'${shown.replaceAll("'", "''")}'` : `"${shown}"`;
  const what = key === '' ? 'this' : `the ${key}`;
  return { at, message: `Put ${what} in quotes, because ${reason}: ${key === '' ? '' : `${key}: `}${quoted}` };
}

function lineAt(text: string, position: number): Line {
  const start = text.lastIndexOf('\n', position - 1) + 1;
  const end = text.indexOf('\n', start);
  const line = text.slice(start, end === -1 ? text.length : end);
  const [, lead = '', key = '', value = ''] = /^(\s*(?:- +)*)(?:([\w-]+):[ \t]+)?(.*)$/.exec(line) ?? [];
  return { at: start + (key === '' ? lead.length : line.length - value.length), key, value: value.trimEnd() };
}
