import type { MarkedToken, Token } from 'marked';

/** How a text names a work that it cites. */
export interface WorkName {
  authors: string;
  /** `2014`, `2014a` or `n.d.`. */
  year: string;
}

// Type aliases, not interfaces: marked's generic token has an index signature, which only an alias satisfies.

/** `$x$` and `\(x\)` inline, `$$x$$` as a block. */
export type MathToken = { type: 'math'; raw: string; tex: string; isBlock: boolean; label?: string };
/** `[^label]: text`. */
export type FootnoteDefinition = { type: 'footnote_definition'; raw: string; label: string; tokens: Token[] };
/** `[^label]`. */
export type FootnoteReference = { type: 'footnote_reference'; raw: string; label: string };
/** `[see @a, p. 3; also @b]`, or `@a` in the text. */
export type CitationToken = { type: 'citation'; raw: string; items: CitedItem[]; isInText: boolean };
export type CitedItem = {
  key: string;
  /** What is written before and behind it, with the space or comma between. */
  prefix: string;
  suffix: string;
  /** `-@a`: the sentence names the author. */
  isAuthorHidden: boolean;
  /** Undefined when no work has the key. */
  name: WorkName | undefined;
};
/** `{#fig:rates}`, `{.wide}` or both. */
export type LabelToken = { type: 'label'; raw: string } & Attributes;
export type Attributes = { label: string | undefined; room: Room | undefined };
/** How much of the window something takes: more than the text, or all of it. */
export type Room = 'wide' | 'screen';
/** A code fence of the language `chart`. */
export type ChartToken = { type: 'chart'; raw: string; text: string; info: string } & Attributes;
/** `@fig:rates`. */
export type ReferenceToken = { type: 'reference'; raw: string; label: string };
/** `> [!NOTE]`. */
export type AlertToken = { type: 'alert'; raw: string; kind: AlertKind; tokens: Token[] };
export type AlertKind = 'note' | 'tip' | 'important' | 'warning' | 'caution';
/** `::: theorem Title {#thm:name}`. */
export type EnvironmentToken = {
  type: 'environment';
  raw: string;
  kind: EnvironmentKind;
  title: Token[];
  tokens: Token[];
  /** Length of the line that opens it. */
  head: number;
};
/** A statement that others refer to, its proof, or a figure of several pictures. */
export type EnvironmentKind =
  | 'theorem'
  | 'lemma'
  | 'corollary'
  | 'proposition'
  | 'conjecture'
  | 'definition'
  | 'example'
  | 'remark'
  | 'proof'
  | 'figure';

/** Every token our lexer makes. */
export type Node =
  | MarkedToken
  | MathToken
  | FootnoteDefinition
  | FootnoteReference
  | CitationToken
  | LabelToken
  | ChartToken
  | ReferenceToken
  | AlertToken
  | EnvironmentToken;

const nodeTypes: ReadonlySet<string> = new Set<Node['type']>([
  'alert',
  'blockquote',
  'br',
  'chart',
  'checkbox',
  'citation',
  'code',
  'codespan',
  'def',
  'del',
  'em',
  'environment',
  'escape',
  'footnote_definition',
  'footnote_reference',
  'heading',
  'hr',
  'html',
  'image',
  'label',
  'link',
  'list',
  'list_item',
  'math',
  'paragraph',
  'reference',
  'space',
  'strong',
  'table',
  'text',
]);

/** Is it one of the tokens that our lexer makes? marked's own type allows any other. */
export function isNode(token: Token): token is Node {
  return nodeTypes.has(token.type);
}

/** The tokens directly inside one, in the order they are read. An image's alternative text is not inside it. */
export function getChildren(node: Node): readonly Token[] {
  switch (node.type) {
    case 'table':
      return [...node.header, ...node.rows.flat()].flatMap((cell) => cell.tokens);
    case 'list':
      return node.items;
    case 'environment':
      return [...node.title, ...node.tokens];
    case 'alert':
    case 'blockquote':
    case 'del':
    case 'em':
    case 'footnote_definition':
    case 'heading':
    case 'link':
    case 'list_item':
    case 'paragraph':
    case 'strong':
      return node.tokens;
    case 'text':
      return node.tokens ?? [];
    case 'br':
    case 'chart':
    case 'checkbox':
    case 'citation':
    case 'code':
    case 'codespan':
    case 'def':
    case 'escape':
    case 'footnote_reference':
    case 'hr':
    case 'html':
    case 'image':
    case 'label':
    case 'math':
    case 'reference':
    case 'space':
      return [];
  }
}

/** The numbers that rendering gives to what can be referred to. */
export interface Numbers {
  /** Numbers by label; a section without a number has its heading instead. */
  labels: ReadonlyMap<string, string>;
  /** The number of each block between colons. */
  environments: ReadonlyMap<Node, string>;
}

export interface TokenPosition {
  node: Node;
  /** Index of its first character in the markdown. */
  at: number;
  parent: Node | undefined;
}

/**
 * Every token in reading order with its place. marked keeps no positions: top-level tokens are placed by the lengths
 * of what came before (their `raw` adds up to the source), tokens inside them by looking for their first line, because
 * a quote or list has taken the `> ` and the indents out of theirs.
 */
export function locateTokens(tokens: readonly Token[], markdown: string): TokenPosition[] {
  const placed: TokenPosition[] = [];
  let at = 0;
  for (const token of tokens) {
    const end = at + token.raw.length;
    if (isNode(token)) {
      placed.push({ node: token, at, parent: undefined });
      placeChildren({ parent: token, markdown, from: at, end, placed });
    }
    at = end;
  }
  return placed;
}

function placeChildren(inside: {
  parent: Node;
  markdown: string;
  from: number;
  end: number;
  placed: TokenPosition[];
}): number {
  const { parent, markdown, end, placed } = inside;
  let cursor = inside.from;
  for (const token of getChildren(parent)) {
    if (!isNode(token)) continue;
    const line = firstLine(token.raw);
    const found = line === '' ? -1 : markdown.indexOf(line, cursor);
    const at = found === -1 || found >= end ? cursor : found;
    placed.push({ node: token, at, parent });
    const children = getChildren(token);
    if (children.length > 0) cursor = placeChildren({ parent: token, markdown, from: at, end, placed });
    else if (found === at) cursor = at + line.length;
  }
  return cursor;
}

function firstLine(raw: string): string {
  const start = raw.search(/\S/);
  if (start === -1) return '';
  const newline = raw.indexOf('\n', start);
  return newline === -1 ? raw.slice(start) : raw.slice(start, newline);
}
