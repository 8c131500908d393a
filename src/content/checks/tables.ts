import type { Report } from '../load/rules.ts';
import type { TokenPosition } from '../markdown/markdown-tokens.ts';

/** Reports rows with more cells than their table has columns: what is beyond would be dropped in silence. */
export function checkTables(placed: readonly TokenPosition[], report: Report): void {
  for (const { node, at, parent } of placed) {
    if (node.type !== 'table') continue;
    let start = 0;
    for (const line of node.raw.split('\n')) {
      const cells = countCells(line);
      // Inside a list or a quote the line stands further right than the token says.
      const place = parent ? at : at + start;
      if (cells > node.header.length) {
        report(
          'table-cells',
          place,
          `This row has ${cells} cells and its table ${node.header.length} columns; take one out, or write \\| for a bar inside a cell`,
        );
      }
      start += line.length + 1;
    }
  }
}

function countCells(line: string): number {
  const row = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return row.split(/(?<!\\)\|/).length;
}
