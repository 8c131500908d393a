import type { TokenizerAndRendererExtension } from 'marked';
import { indexAfterNewline, lexInside } from './alerts.ts';
import type { FootnoteDefinition, FootnoteReference } from './markdown-tokens.ts';

const opening = /^ {0,3}\[\^([^\]\s]+)\]:[ \t]*/;
const reference = /^\[\^([^\]\s]+)\](?!:)/;
/** A line that begins a block of its own and so ends a footnote that is not indented. */
const newBlock = /^ {0,3}(?:\[\^[^\]\s]+\]:|#{1,6}\s|```|~~~|>|[-*+]\s|\d{1,9}[.)]\s|\||<|\$\$)/;
const indented = /^(?: {2,}|\t)/;

/** `[^label]: text`, with further lines indented or following without a blank line. */
export const footnoteDefinitionSyntax: TokenizerAndRendererExtension = {
  name: 'footnote_definition',
  level: 'block',
  start: (source) => indexAfterNewline(source, '[^', /\n {0,3}\[\^[^\]\s]+\]:/),
  tokenizer(source): FootnoteDefinition | undefined {
    const match = opening.exec(source);
    if (!match?.[1]) return undefined;
    const raw = takeDefinition(source);
    const inner = raw.slice(match[0].length).replaceAll(/^(?: {1,4}|\t)/gm, '');
    return { type: 'footnote_definition', raw, label: match[1], tokens: lexInside(this.lexer, inner) };
  },
};

/** `[^label]` in running text. */
export const footnoteReferenceSyntax: TokenizerAndRendererExtension = {
  name: 'footnote_reference',
  level: 'inline',
  start: (source) => source.indexOf('[^'),
  tokenizer(source): FootnoteReference | undefined {
    const match = reference.exec(source);
    return match?.[1] ? { type: 'footnote_reference', raw: match[0], label: match[1] } : undefined;
  },
};

function takeDefinition(source: string): string {
  let end = lineEnd(source, 0);
  for (let next = end; next < source.length; ) {
    const lineStop = lineEnd(source, next);
    const line = source.slice(next, lineStop);
    const isBlank = line.trim() === '';
    const followsBlank = next !== end;
    const belongs = indented.test(line) || (!followsBlank && !newBlock.test(line));
    if (!isBlank && !belongs) break;
    next = lineStop;
    if (!isBlank) end = lineStop;
  }
  return source.slice(0, end);
}

function lineEnd(source: string, from: number): number {
  const newline = source.indexOf('\n', from);
  return newline === -1 ? source.length : newline + 1;
}
