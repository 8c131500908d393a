import { z } from 'zod';

export const TreeNode = z.object({ t: z.string(), c: z.unknown().optional() });
export type TreeNode = z.infer<typeof TreeNode>;

export const Attributes = z.tuple([z.string(), z.array(z.string()), z.array(z.tuple([z.string(), z.string()]))]);
export const Inlines = z.array(TreeNode);
/** Target of a link and of an image. */
export const LinkParts = z.tuple([Attributes, Inlines, z.tuple([z.string(), z.string()])]);
export const SpanParts = z.tuple([Attributes, Inlines]);
/** Caption of a figure or a table: a short form, and its blocks. */
export const CaptionParts = z.tuple([z.unknown(), z.array(TreeNode)]);
export const MathParts = z.tuple([TreeNode, z.string()]);
export const RawParts = z.tuple([z.string(), z.string()]);

/** The output of `pandoc -t json`. */
export const Tree = z.object({
  'pandoc-api-version': z.array(z.int()),
  meta: z.record(z.string(), z.unknown()),
  blocks: z.array(TreeNode),
});
export type Tree = z.infer<typeof Tree>;

export const noAttributes: z.infer<typeof Attributes> = ['', [], []];

/** The format that pandoc's writer of Markdown passes on as it is. */
export const own = 'markdown';

/** Markdown that stays as it is written. */
export function raw(text: string): TreeNode {
  return { t: 'RawInline', c: [own, text] };
}

export function isTreeNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && 't' in value && typeof value.t === 'string';
}

/**
 * Rebuilds a part of a tree from the leaves up.
 * @param change what takes the place of a node, whose children are changed already
 */
export function rewrite(value: unknown, change: (node: TreeNode) => readonly TreeNode[]): unknown {
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown): readonly unknown[] => {
      const inner = rewrite(item, change);
      return isTreeNode(inner) ? change(inner) : [inner];
    });
  }
  return isTreeNode(value) ? { ...value, c: rewrite(value.c, change) } : value;
}

export function* nodesOf(value: unknown): Generator<TreeNode> {
  if (isTreeNode(value)) yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) yield* nodesOf(part);
}

/** The words of a part of a tree. */
export function plainText(value: unknown): string {
  if (Array.isArray(value)) return value.map(plainText).join('');
  if (!isTreeNode(value)) return '';
  switch (value.t) {
    case 'Str':
      return String(value.c);
    case 'Space':
    case 'SoftBreak':
    case 'LineBreak':
      return ' ';
    case 'Code':
    case 'Math':
      return Array.isArray(value.c) ? String(value.c[1]) : '';
    case 'Note':
    case 'RawInline':
      return '';
    case 'Para':
    case 'Plain':
      return `${plainText(value.c)} `;
    default:
      return plainText(value.c);
  }
}
