import type { TokenizerAndRendererExtension } from 'marked';
import type { AlertKind, AlertToken } from './markdown-tokens.ts';

export const alertKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const satisfies readonly AlertKind[];

const quoted = /^ {0,3}> ?\[!([A-Za-z]+)\][ \t]*(?:\n|$)((?: {0,3}>[^\n]*(?:\n|$))*)/;

/** GitHub's alert: a quote whose first line is `[!NOTE]`. An unknown kind stays a quote. */
export const alertSyntax: TokenizerAndRendererExtension = {
  name: 'alert',
  level: 'block',
  start: (source) => indexAfterNewline(source, '[!', /\n {0,3}> ?\[!/),
  tokenizer(source): AlertToken | undefined {
    const match = quoted.exec(source);
    const kind = match?.[1]?.toLowerCase() ?? '';
    if (!match || !isAlertKind(kind)) return undefined;
    const inner = (match[2] ?? '').replaceAll(/^ {0,3}> ?/gm, '');
    return { type: 'alert', raw: match[0], kind, tokens: lexInside(this.lexer, inner) };
  },
};

function isAlertKind(kind: string): kind is AlertKind {
  return alertKinds.some((known) => known === kind);
}

interface BlockLexer {
  state: { top: boolean };
  blockTokens(source: string, tokens: AlertToken['tokens']): AlertToken['tokens'];
}

/** Lexes the inside of a container as blocks of their own, so that text in it becomes paragraphs. */
export function lexInside(lexer: BlockLexer, source: string): AlertToken['tokens'] {
  const { top } = lexer.state;
  lexer.state.top = true;
  const tokens = lexer.blockTokens(source, []);
  lexer.state.top = top;
  return tokens;
}

/**
 * Where a block may cut the paragraph before it: just after the newline that precedes it.
 * @param sign text of every match: looking for it is so much faster that a long document is not searched at each
 *   paragraph
 */
export function indexAfterNewline(source: string, sign: string, pattern: RegExp): number | undefined {
  if (!source.includes(sign)) return undefined;
  const found = source.search(pattern);
  return found === -1 ? undefined : found + 1;
}
