import type { Token, TokenizerAndRendererExtension } from 'marked';
import type { Words } from '../../words/words.ts';
import { indexAfterNewline, lexInside } from './alerts.ts';
import type { LabelKind } from './label-syntax.ts';
import type { EnvironmentKind, EnvironmentToken } from './markdown-tokens.ts';

/** Name of a block between colons, and the prefix of its label; a proof has no number. */
export const environmentLabels: Readonly<Record<EnvironmentKind, LabelKind | 'proof'>> = {
  theorem: 'thm',
  lemma: 'lem',
  corollary: 'cor',
  proposition: 'prp',
  conjecture: 'cnj',
  definition: 'def',
  example: 'exm',
  remark: 'rem',
  proof: 'proof',
  figure: 'fig',
};

const opening = /^ {0,3}:{3,} *([a-z]+)(?:[ \t]+([^\n]*))?(?:\n|$)/;
/** A line of colons alone closes, one with a word behind them opens another block (Pandoc's fenced divisions). */
const fence = /^ {0,3}:{3,}[ \t]*(\S?)/;

export function isEnvironmentKind(name: string): name is EnvironmentKind {
  return Object.hasOwn(environmentLabels, name);
}

/** `::: theorem Title {#thm:name}` up to its line of colons. One that is not closed stays a paragraph. */
export const environmentSyntax: TokenizerAndRendererExtension = {
  name: 'environment',
  level: 'block',
  start: (source) => indexAfterNewline(source, ':::', /\n {0,3}:{3,}/),
  tokenizer(source): EnvironmentToken | undefined {
    const [first, kind = '', heading = ''] = opening.exec(source) ?? [];
    if (first === undefined || !isEnvironmentKind(kind)) return undefined;
    const end = findEnd(source, first.length);
    if (end === undefined) return undefined;
    const title: Token[] = [];
    this.lexer.inline(heading.trim(), title);
    const tokens = lexInside(this.lexer, source.slice(first.length, end.inner));
    return { type: 'environment', raw: source.slice(0, end.outer), kind, title, tokens, head: first.length };
  },
};

/** @returns where the line that closes the block begins and ends. */
function findEnd(source: string, from: number): { inner: number; outer: number } | undefined {
  let depth = 1;
  for (let at = from; at < source.length; ) {
    const newline = source.indexOf('\n', at);
    const next = newline === -1 ? source.length : newline + 1;
    const mark = fence.exec(source.slice(at, next));
    if (mark) depth += mark[1] ? 1 : -1;
    if (depth === 0) return { inner: at, outer: next };
    at = next;
  }
  return undefined;
}

/** `Theorem 2`; without its number where it has none. */
export function nameEnvironment(
  kind: EnvironmentKind,
  number: string | undefined,
  names: Words['text']['labels'],
): string {
  const name = names[environmentLabels[kind]];
  return number === undefined ? name : `${name} ${number}`;
}
