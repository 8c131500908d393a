import type { Token, TokenizerAndRendererExtension } from 'marked';
import type { Words } from '../../words/words.ts';
import {
  type Attributes,
  isNode,
  type LabelToken,
  type Node,
  type ReferenceToken,
  type TokenPosition,
} from './markdown-tokens.ts';

const labelKinds = ['fig', 'tbl', 'eq', 'sec', 'thm', 'lem', 'cor', 'prp', 'cnj', 'def', 'exm', 'rem'] as const;
/** Prefixes of labels: figure, table, equation, section, and the numbered statements. */
export type LabelKind = (typeof labelKinds)[number];

const attributes = /^\{(?:#([a-z][\w:-]*))?(?:(?:^|[ \t]+|(?<=\{))\.(wide|screen))?\}(?=\s*$)/;
const reference = new RegExp(
  `^@((?:${labelKinds.join('|')}):[\\p{Ll}\\d](?:[\\p{L}\\p{M}\\p{N}_-]*[\\p{L}\\p{N}])?)`,
  'u',
);
const referenceStart = new RegExp(`(?<![\\w@.])@(?:${labelKinds.join('|')}):`);

/**
 * `{#fig:rates}` at the end of a figure, a table's caption or a heading: its permanent name. `{.wide}` is the room it
 * takes.
 */
export const labelSyntax: TokenizerAndRendererExtension = {
  name: 'label',
  level: 'inline',
  start: (source) => source.search(/\{[#.]/),
  tokenizer(source): LabelToken | undefined {
    const match = attributes.exec(source);
    return match && match[0] !== '{}' ? { type: 'label', raw: match[0], ...readAttributes(match[0]) } : undefined;
  },
};

/** Reads the braces at the end of a text. */
export function readAttributes(text: string): Attributes {
  const [, label, room] = attributes.exec(/\{[^{}]*\}\s*$/.exec(text)?.[0] ?? '') ?? [];
  return { label, room: room === 'wide' || room === 'screen' ? room : undefined };
}

/** `@fig:rates` in running text: the kind and the number of what is so labelled. */
export const referenceSyntax: TokenizerAndRendererExtension = {
  name: 'reference',
  level: 'inline',
  start: (source) => source.search(referenceStart),
  tokenizer(source): ReferenceToken | undefined {
    const match = reference.exec(source);
    return match?.[1] ? { type: 'reference', raw: match[0], label: match[1] } : undefined;
  },
};

/** The label that a caption, a heading or a picture's paragraph ends with. */
export function findLabel(tokens: readonly Token[]): string | undefined {
  return findAttributes(tokens)?.label;
}

/** The braces that a caption, a heading or a picture's paragraph ends with. */
export function findAttributes(tokens: readonly Token[]): Attributes | undefined {
  const last = tokens.findLast((token) => token.raw.trim() !== '');
  return last && isNode(last) ? attributesOf(last) : undefined;
}

function attributesOf(node: Node): Attributes | undefined {
  return node.type === 'label' ? node : undefined;
}

/** The kind that a label begins with; undefined for that of a heading. */
export function labelKind(label: string): LabelKind | undefined {
  return labelKinds.find((kind) => label.startsWith(`${kind}:`));
}

/** `fig:rates` as readers see it: `Figure 2`, or `Figure rates` where nothing says its number. */
export function nameLabel(label: string, names: Words['text']['labels'], number?: string): string {
  const kind = labelKind(label);
  if (kind && number !== undefined) return `${names[kind]}\u00A0${number}`;
  return `${kind ? names[kind] : ''} ${label.slice(label.indexOf(':') + 1).replaceAll('-', ' ')}`;
}

export interface Label {
  label: string;
  at: number;
  /** The token that is labelled. */
  parent: Node | undefined;
}

/** Returns every label of a document in reading order; a formula's label is behind the formula. */
export function findLabels(placed: readonly TokenPosition[]): Label[] {
  return placed.flatMap(({ node, at, parent }): Label[] => {
    if (node.type === 'label' && node.label) return [{ label: node.label, at, parent }];
    if (node.type === 'chart' && node.label)
      return [{ label: node.label, at: at + node.raw.indexOf('{#'), parent: node }];
    if (node.type === 'math' && node.label)
      return [{ label: node.label, at: at + node.raw.lastIndexOf('{#'), parent: node }];
    return [];
  });
}
