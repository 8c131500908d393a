import { dropKindWords, quartoName, takeLabels } from './imported-labels.ts';
import { Inlines, MathParts, own, plainText, RawParts, raw, type TreeNode } from './pandoc-tree.ts';
import type { TranslationContext } from './translation-context.ts';

export function translateMath(node: TreeNode, { labels, assets }: TranslationContext): TreeNode[] {
  const [kind, tex] = MathParts.parse(node.c);
  const { plain, names } = takeLabels(tex);
  const [first = '', ...others] = names;
  if (others.length > 0) assets.warn(`The labels of lines of a formula: ${others.join(', ')}`);
  if (kind.t === 'DisplayMath') {
    const label = labels.get(first);
    return [{ t: 'Math', c: [kind, `$$\n${plain}\n$$${label ? ` {#${label}}` : ''}`] }];
  }
  const line = plain.replaceAll('\n', ' ');
  return [raw(/^\d/.test(line) ? `\\(${line}\\)` : `$${line}$`)];
}

/** A formula on lines of its own is a block here, and in pandoc's tree a part of a paragraph. */
export function splitDisplays(node: TreeNode, { labels }: TranslationContext): TreeNode[] {
  const inlines = dropKindWords(Inlines.parse(node.c));
  const blocks: TreeNode[] = [];
  let current: TreeNode[] = [];
  const close = () => {
    if (plainText(current).trim() !== '' || current.some(({ t }) => t === 'Image' || t === 'RawInline')) {
      blocks.push({ ...node, c: current });
    }
    current = [];
  };
  for (const inline of inlines) {
    const math = inline.t === 'Math' ? MathParts.parse(inline.c) : undefined;
    const label = labels.get(quartoName(inline) ?? '');
    const last = blocks.at(-1);
    if (math) {
      close();
      blocks.push({ t: 'RawBlock', c: [own, math[1]] });
    } else if (label?.startsWith('eq:') && last?.t === 'RawBlock' && plainText(current).trim() === '') {
      blocks.splice(-1, 1, { t: 'RawBlock', c: [own, `${RawParts.parse(last.c)[1]} {#${label}}`] });
      current = [];
    } else current.push(inline);
  }
  close();
  return blocks;
}
