import { z } from 'zod';
import { environmentLabels } from '../content/markdown/environments.ts';
import { type LabelKind, labelKind } from '../content/markdown/label-syntax.ts';
import {
  Attributes,
  CaptionParts,
  Inlines,
  isTreeNode,
  LinkParts,
  MathParts,
  nodesOf,
  plainText,
  SpanParts,
  type TreeNode,
} from './pandoc-tree.ts';
import { findStatement } from './translate-statement.ts';

const TableParts = z.tuple([Attributes, CaptionParts]).rest(z.unknown());

/** LaTeX's name of a formula. */
const texLabel = /\\label\{([^}]*)\}/g;
/** Quarto's, behind a formula or in the caption of a table. */
const quartoLabel = /^\{#((?:eq|tbl)-[\w-]+)\}$/;
const kindWord =
  /(?:^|[\s\u00a0(])(?:fig(?:ure|\.)?|tab(?:le|\.)?|tbl\.?|eq(?:uation|n|\.)?|theorem|lemma|corollary|proposition|conjecture|definition|example|remark)s?\.?$/i;

/**
 * Names of figures, tables and formulas in the file, and what each is called here: `tab:rates` and `tbl-rates` are
 * `tbl:rates`. Only of those that get a number here: a figure and a table have one when they have a caption.
 */
export function findImportedLabels(blocks: readonly TreeNode[]): Map<string, string> {
  const labels = new Map<string, string>();
  const add = (kind: LabelKind, name: string | undefined) => {
    const own = name
      ?.toLowerCase()
      .replace(
        /^(?:figure|fig|table|tab|tbl|equation|eqn|eq|theorem|lemma|thm|lem|cor|prp|prop|cnj|def|exm|rem)[:_-]/,
        '',
      )
      .replaceAll(/[^a-z\d]+/g, '-')
      .replaceAll(/^-|-$/g, '');
    if (name && own && !labels.has(name)) labels.set(name, `${kind}:${own}`);
  };
  for (const { t, c } of nodesOf(blocks)) {
    if (t === 'Image') {
      const [[id], caption, [, title]] = LinkParts.parse(c);
      if (title.startsWith('fig:') && plainText(caption).trim() !== '') add('fig', id);
    }
    if (t === 'Table') add('tbl', nameOfTable(c));
    if (t === 'Div') {
      const [[id, classes], [only, ...others]] = SpanParts.parse(c);
      if (only?.t === 'Table' && others.length === 0 && hasCaption(only.c)) add('tbl', id);
      if (id.startsWith('fig-') && others.length > 0) add('fig', id);
      const statement = findStatement(id, classes);
      const prefix = statement && environmentLabels[statement];
      if (prefix && prefix !== 'proof') add(prefix, id);
    }
    if (t === 'Math') add('eq', takeLabels(MathParts.parse(c)[1]).names[0]);
    if (t === 'Para') {
      const inlines = Inlines.parse(c);
      if (inlines.some((inline) => isDisplay(inline))) for (const inline of inlines) add('eq', quartoName(inline));
    }
  }
  return labels;
}

/** The label that an inline of Quarto is, by its name there. */
export function quartoName(inline: TreeNode | undefined): string | undefined {
  return inline?.t === 'Str' ? quartoLabel.exec(String(inline.c))?.[1] : undefined;
}

/** A formula without what names it and its lines, and those names; the first is the formula's own. */
export function takeLabels(tex: string): { plain: string; names: string[] } {
  const plain = tex
    .replaceAll(texLabel, '')
    .replaceAll(/\\(?:nonumber|notag)\b/g, '')
    .replaceAll(/\n\s*\n/g, '\n')
    .trim();
  return { plain, names: Array.from(tex.matchAll(texLabel), ([, name = '']) => name) };
}

function nameOfTable(parts: unknown): string | undefined {
  const [[id], [, caption]] = TableParts.parse(parts);
  const named = [...nodesOf(caption)].map(quartoName).find((name) => name !== undefined);
  return named ?? (hasCaption(parts) && id !== '' ? id : undefined);
}

function hasCaption(parts: unknown): boolean {
  return plainText(TableParts.parse(parts)[1][1]).trim() !== '';
}

function isDisplay({ t, c }: TreeNode): boolean {
  return t === 'Math' && MathParts.parse(c)[0].t === 'DisplayMath';
}

/** A reference says itself what it refers to: "Table @tbl:rates" would read "Table Table 1". */
export function dropKindWords(inlines: readonly TreeNode[]): TreeNode[] {
  const remaining: TreeNode[] = [];
  for (const inline of inlines) {
    if (isReference(inline)) {
      const at = remaining.findLastIndex(({ t }) => t !== 'Space' && t !== 'SoftBreak');
      const word = remaining[at];
      const text = word?.t === 'Str' ? String(word.c).replace(/\u00a0$/, '') : '';
      const isApart = at < remaining.length - 1 || String(word?.c).endsWith('\u00a0');
      if (isApart && kindWord.test(text)) {
        const before = text.replace(kindWord, (found) => (/^[\s\u00a0(]/.test(found) ? found.charAt(0) : ''));
        remaining.splice(at, remaining.length - at, ...(before === '' ? [] : [{ t: 'Str', c: before }]));
      }
    }
    remaining.push(inline);
  }
  return remaining;
}

function isReference(node: TreeNode): boolean {
  return (
    isTreeNode(node) &&
    node.t === 'RawInline' &&
    Array.isArray(node.c) &&
    labelKind(String(node.c[1]).replace(/^@/, '')) !== undefined
  );
}
