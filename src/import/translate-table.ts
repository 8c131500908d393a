import { z } from 'zod';
import type { ImportAssets } from './import-assets.ts';
import { quartoName } from './imported-labels.ts';
import { Attributes, CaptionParts, Inlines, noAttributes, plainText, raw, TreeNode } from './pandoc-tree.ts';

const Cell = z.tuple([Attributes, TreeNode, z.int(), z.int(), z.array(TreeNode)]);
const Row = z.tuple([Attributes, z.array(Cell)]);
const Rows = z.array(Row);
const Body = z.tuple([Attributes, z.int(), Rows, Rows]);
const TableParts = z.tuple([
  Attributes,
  CaptionParts,
  z.array(z.tuple([TreeNode, TreeNode])),
  z.tuple([Attributes, Rows]),
  z.array(Body),
  z.tuple([Attributes, Rows]),
]);

/** A table of one line a cell, as GitHub's are, with its caption in a paragraph before it. */
export function flattenTable(
  node: TreeNode,
  { labels, assets }: { labels: ReadonlyMap<string, string>; assets: ImportAssets },
): TreeNode[] {
  const [[id], [, caption], columns, [, head], bodies, [, foot]] = TableParts.parse(node.c);
  const flatten = (rows: z.infer<typeof Rows>) => rows.map((row) => flattenRow(row, assets));
  const [first, ...further] = flatten(head);
  const body = [
    ...further,
    ...bodies.flatMap(([, , top, rest]) => [...flatten(top), ...flatten(rest)]),
    ...flatten(foot),
  ];
  const widthless = columns.map(([alignment]) => [alignment, { t: 'ColWidthDefault' }]);
  const table: TreeNode = {
    t: 'Table',
    c: [
      noAttributes,
      [null, []],
      widthless,
      [noAttributes, first ? [first] : []],
      [[noAttributes, 0, [], body]],
      [noAttributes, []],
    ],
  };
  const inlines = inlinesOf(caption);
  const words = inlines.filter((inline) => quartoName(inline) === undefined);
  if (words.length === 0) return [table];
  const label = labels.get(inlines.map(quartoName).find((name) => name !== undefined) ?? id);
  const end = label ? [{ t: 'Space' }, raw(`{#${label}}`)] : [];
  return [{ t: 'Para', c: [{ t: 'Str', c: 'Table:' }, { t: 'Space' }, ...words, ...end] }, table];
}

function flattenRow([attributes, cells]: z.infer<typeof Row>, assets: ImportAssets): unknown {
  return [
    attributes,
    cells.flatMap(([, alignment, rows, columns, blocks]) => {
      if (rows > 1 || columns > 1) assets.warn('Cells that span several rows or columns of a table');
      if (blocks.length > 1 || blocks.some(({ t }) => t !== 'Plain' && t !== 'Para')) {
        assets.warn('Lists and paragraphs in cells of a table, which became one line each');
      }
      const cell = [noAttributes, alignment, 1, 1, [{ t: 'Plain', c: inlinesOf(blocks) }]];
      const empty = [noAttributes, alignment, 1, 1, []];
      return [cell, ...Array.from({ length: columns - 1 }, () => empty)];
    }),
  ];
}

/** One line of some blocks: what is a paragraph as it is, of anything else its words. */
function inlinesOf(blocks: readonly TreeNode[]): TreeNode[] {
  return blocks.flatMap(({ t, c }, index) => {
    const inlines = t === 'Plain' || t === 'Para' ? Inlines.parse(c) : [{ t: 'Str', c: plainText(c).trim() }];
    const line = inlines.map((inline) => (/^(?:SoftBreak|LineBreak)$/.test(inline.t) ? { t: 'Space' } : inline));
    return index === 0 ? line : [{ t: 'Space' }, ...line];
  });
}
