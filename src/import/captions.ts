import type { z } from 'zod';
import { CaptionParts, Inlines, LinkParts, plainText, type TreeNode } from './pandoc-tree.ts';

/** Word keeps a caption as a paragraph beside its figure or table, and pandoc reads both: one of the two is enough. */
export function mergeCaptions(blocks: readonly TreeNode[]): TreeNode[] {
  return blocks.flatMap((block, index) => {
    const before = blocks[index - 1];
    const after = blocks[index + 1];
    const image = findImage(block);
    if (image && after && extractWords(after) !== '' && extractWords(after) === plainText(image[1]).trim()) {
      const [attributes, caption, [source]] = image;
      return [{ t: 'Para', c: [{ t: 'Image', c: [attributes, caption, [source, 'fig:']] }] }];
    }
    const words = extractWords(block);
    const repeats =
      words !== '' && [findImage(before)?.[1], captionOf(after)].some((caption) => plainText(caption).trim() === words);
    return repeats ? [] : [block];
  });
}

function extractWords({ t, c }: TreeNode): string {
  return t === 'Para' && !findImage({ t, c }) ? plainText(c).trim() : '';
}

function findImage(block: TreeNode | undefined): z.infer<typeof LinkParts> | undefined {
  const inlines = block?.t === 'Para' ? Inlines.safeParse(block.c).data : undefined;
  const [only, ...others] = inlines ?? [];
  return only?.t === 'Image' && others.length === 0 ? LinkParts.parse(only.c) : undefined;
}

function captionOf(block: TreeNode | undefined): unknown {
  if (block?.t !== 'Table' || !Array.isArray(block.c)) return undefined;
  return CaptionParts.safeParse(block.c[1]).data?.[1];
}
