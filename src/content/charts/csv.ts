import type { FigureData } from '../../library/figure-data.ts';

/** RFC 4180, with a line feed at the end of each line. */
export function toCsv({ columns, rows }: Pick<FigureData, 'columns' | 'rows'>): string {
  const write = (cell: string | number | null) => {
    const text = String(cell ?? '');
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns.map(({ name }) => name), ...rows].map((row) => `${row.map(write).join(',')}\n`).join('');
}
