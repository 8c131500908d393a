import { environmentLabels, isEnvironmentKind } from '../content/markdown/environments.ts';
import type { EnvironmentKind } from '../content/markdown/markdown-tokens.ts';
import { Inlines, plainText, raw, type TreeNode } from './pandoc-tree.ts';

/** Names that authors of LaTeX give their environments, in addition to ours and the first part of our labels. */
const otherNames: Readonly<Record<string, EnvironmentKind>> = {
  prop: 'proposition',
  conj: 'conjecture',
  defn: 'definition',
  dfn: 'definition',
  rmk: 'remark',
  ex: 'example',
};

/** The kind of statement that a division is, by its class or by the first part of its name. */
export function findStatement(id: string, classes: readonly string[]): EnvironmentKind | undefined {
  const byLabel = new Map<string, EnvironmentKind>();
  for (const [kind, label] of Object.entries(environmentLabels)) if (isEnvironmentKind(kind)) byLabel.set(label, kind);
  const names = [...classes.map((name) => name.toLowerCase()), /^([a-z]{3})[-:]/.exec(id)?.[1] ?? ''];
  const kinds = names.map((name) => (isEnvironmentKind(name) ? name : (byLabel.get(name) ?? otherNames[name])));
  return kinds.find((kind) => kind !== undefined && kind !== 'figure');
}

/** Writes a statement as ours, without the name, the number and the slant that its text has in LaTeX. */
export function writeStatement(
  kind: EnvironmentKind,
  label: string | undefined,
  blocks: readonly TreeNode[],
): TreeNode[] {
  const { title, content } = takeTitle(blocks);
  const head = [
    raw(`::: ${kind}`),
    ...(title.length > 0 ? [{ t: 'Space' }, ...title] : []),
    ...(label ? [{ t: 'Space' }, raw(`{#${label}}`)] : []),
  ];
  return [{ t: 'Para', c: head }, ...content, { t: 'Para', c: [raw(':::')] }];
}

function takeTitle(blocks: readonly TreeNode[]): { title: TreeNode[]; content: TreeNode[] } {
  const [first, ...others] = blocks;
  if (first?.t === 'Header' && Array.isArray(first.c)) return { title: Inlines.parse(first.c[2]), content: others };
  if (first?.t !== 'Para') return { title: [], content: [...blocks] };
  const inlines = Inlines.parse(first.c);
  const [name] = inlines;
  const isNamed =
    (name?.t === 'Strong' && /^\p{L}+(?: [\d.]+)?$/u.test(plainText(name.c).trim())) ||
    (name?.t === 'Emph' && /^\p{L}+\.$/u.test(plainText(name.c).trim()));
  if (!isNamed) return { title: [], content: [...blocks] };
  const { title, rest } = takeBrackets(inlines.slice(1));
  const content = [{ t: 'Para', c: rest }, ...others].map(straighten);
  return { title, content: content.filter(({ t, c }) => t !== 'Para' || plainText(c).trim() !== '' || hasRaw(c)) };
}

function hasRaw(inlines: unknown): boolean {
  return Inlines.parse(inlines).some(({ t }) => t === 'RawInline');
}

/** `(Of sums).` before the text is its title. */
function takeBrackets(inlines: readonly TreeNode[]): { title: TreeNode[]; rest: TreeNode[] } {
  const from = inlines.findIndex(({ t }) => t !== 'Space' && t !== 'SoftBreak');
  const text = inlines.slice(Math.max(from, 0));
  const isOpen = text[0]?.t === 'Str' && String(text[0].c).startsWith('(');
  const end = isOpen ? text.findIndex(({ t, c }) => t === 'Str' && String(c).endsWith(').')) : -1;
  if (end === -1) return { title: [], rest: dropLeading(text) };
  const title = text.slice(0, end + 1).map((node, index) => {
    if (node.t !== 'Str') return node;
    const opened = index === 0 ? String(node.c).slice(1) : String(node.c);
    return { t: 'Str', c: index === end ? opened.slice(0, -2) : opened };
  });
  return { title, rest: dropLeading(text.slice(end + 1)) };
}

/** The period that pandoc sets behind a name, and the space after it. */
function dropLeading(inlines: readonly TreeNode[]): TreeNode[] {
  const from = inlines.findIndex(({ t, c }) => t !== 'Space' && !(t === 'Str' && c === '.'));
  return from === -1 ? [] : inlines.slice(from);
}

/** LaTeX slants a whole statement and ends a proof with a box; the page does both. */
function straighten(block: TreeNode): TreeNode {
  if (block.t !== 'Para') return block;
  const inlines = Inlines.parse(block.c).flatMap((node) => {
    if (node.t !== 'Str') return [node];
    const text = String(node.c).replace(/\s*[◻□∎]$/u, '');
    return text === '' ? [] : [{ t: 'Str', c: text }];
  });
  const [only, ...others] = inlines;
  return { t: 'Para', c: only?.t === 'Emph' && others.length === 0 ? only.c : inlines };
}
