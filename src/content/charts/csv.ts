import type { FigureData } from '../../library/figure-data.ts';

/** RFC 4180, with a line feed at the end of each line. */
export function toCsv({ columns, rows }: Pick<FigureData, 'columns' | 'rows'>): string {
  const write = (cell: string | number | null) => {
    const text = String(cell ?? '');
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns.map(({ name }) => name), ...rows].map((row) => `${row.map(write).join(',')}\n`).join('');
}

export interface CsvRow {
  cells: string[];
  /** The line of the text that it begins at, from 1. */
  line: number;
}

/** Rows of comma- or tab-separated values with quotes as in RFC 4180; empty lines are left out. */
export function parseCsv(text: string, separator: ',' | '\t'): CsvRow[] {
  const cell = new RegExp(`(?:"([^"]*(?:""[^"]*)*)"?)?([^${separator}\\n]*)(${separator}|\\n|$)`, 'gy');
  const rows: CsvRow[] = [];
  let row: CsvRow = { cells: [], line: 1 };
  let line = 1;
  for (const [whole, quoted, plain = '', end] of text.matchAll(cell)) {
    row.cells.push((quoted ?? '').replaceAll('""', '"') + plain);
    line += whole.split('\n').length - 1;
    if (end === separator) continue;
    if (row.cells.length > 1 || whole.trim() !== '') rows.push(row);
    row = { cells: [], line };
    if (end === '') break;
  }
  return rows;
}
