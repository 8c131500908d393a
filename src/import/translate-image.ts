import { readFileSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { LinkParts, nodesOf, plainText, RawParts, raw, type TreeNode } from './pandoc-tree.ts';
import type { TranslationContext } from './translation-context.ts';

/** A figure, which comes along where its file is found; else its words. */
export function translateImage(node: TreeNode, { folders, labels, assets }: TranslationContext): TreeNode[] {
  const [[id], caption, [source, title]] = LinkParts.parse(node.c);
  const words = plainText(caption).trim();
  const name = decodeURIComponent(basename(source));
  for (const { t, c } of nodesOf(caption)) if (t === 'RawInline') assets.warn(`In a caption: ${RawParts.parse(c)[1]}`);
  const bytes = readFigure(source, folders);
  if (!bytes) assets.warn(`The figure ${name}, which is not there`);
  const address = bytes && assets.addFigure(name, bytes);
  if (!address) return [{ t: 'Emph', c: [{ t: 'Str', c: `Figure ${name}: ${words}`.trim() }] }];
  const isCaptioned = title.startsWith('fig:') && words !== '';
  if (isCaptioned || words === '') assets.warn(`What ${address} shows, in words: write them into its brackets`);
  const alt = words === '' ? `Figure ${name}` : words;
  const shown = isCaptioned ? ` "${words.replaceAll('"', "'")}"` : '';
  const label = labels.has(id) ? ` {#${labels.get(id)}}` : '';
  return [raw(`![${alt.replaceAll(/[[\]]/g, '')}](${address}${shown})${label}`)];
}

/** LaTeX leaves the ending of a figure out. */
function readFigure(source: string, folders: readonly string[]): Buffer | undefined {
  if (/^[a-z]+:\/\//i.test(source)) return undefined;
  const places = isAbsolute(source) ? [source] : folders.map((folder) => join(folder, decodeURIComponent(source)));
  for (const path of places.flatMap((place) =>
    ['', '.svg', '.png', '.jpg', '.jpeg', '.pdf'].map((end) => place + end),
  )) {
    try {
      return readFileSync(path);
    } catch (error) {
      const isElsewhere =
        error instanceof Error && 'code' in error && /^(?:ENOENT|EISDIR|ENOTDIR)$/.test(String(error.code));
      if (!isElsewhere) throw error;
    }
  }
  return undefined;
}
