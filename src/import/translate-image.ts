import { basename } from 'node:path';
import { LinkParts, nodesOf, plainText, RawParts, raw, type TreeNode } from './pandoc-tree.ts';
import type { TranslationContext } from './translation-context.ts';

/** A figure, which comes along where its file is found; else its words. */
export function translateImage(node: TreeNode, { files, labels, assets }: TranslationContext): TreeNode[] {
  const [[id, , settings], caption, [source, title]] = LinkParts.parse(node.c);
  const words = plainText(caption).trim();
  const name = decodeURIComponent(basename(source));
  for (const { t, c } of nodesOf(caption)) if (t === 'RawInline') assets.warn(`In a caption: ${RawParts.parse(c)[1]}`);
  // LaTeX leaves the ending of a figure out.
  const bytes = files.read(source, { kind: 'figure', endings: ['', '.svg', '.png', '.jpg', '.jpeg', '.pdf'] });
  const path = bytes && assets.addFigure(name, bytes);
  if (!path) return [{ t: 'Emph', c: [{ t: 'Str', c: `Figure ${name}: ${words}`.trim() }] }];
  const isCaptioned = title.startsWith('fig:') && words !== '';
  const described = settings.find(([key]) => key === 'fig-alt' || key === 'alt')?.[1];
  if (!described && (isCaptioned || words === ''))
    assets.warn(`What ${path} shows, in words: write them into its brackets`);
  const alt = described ?? (words === '' ? `Figure ${name}` : words);
  const shown = isCaptioned ? ` "${words.replaceAll('"', "'")}"` : '';
  const label = labels.has(id) ? ` {#${labels.get(id)}}` : '';
  return [raw(`![${alt.replaceAll(/[[\]]/g, '')}](${path}${shown})${label}`)];
}
