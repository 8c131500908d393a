import { normalise } from '../load/source-file.ts';
import { findControl, parseRows } from './chart-table.ts';
import { type CsvRow, parseCsv } from './csv.ts';
import type { DataResult } from './plan.ts';

/**
 * Reads a file of comma- or tab-separated values or JSON rows; lines of the former that begin with # are about the
 * file.
 */
export function readTable(bytes: string, file: string): DataResult {
  const none = { missing: `${file} holds no rows; a .csv, .tsv or .json file with a name for each column does` };
  const type = /\.(csv|tsv|json)$/i.exec(file)?.[1]?.toLowerCase();
  if (type === undefined) return none;
  const text = normalise(bytes);
  // Bytes outside of UTF-8 have become this character.
  const broken = text.indexOf('\uFFFD');
  if (broken !== -1) return { missing: `${file} is not UTF-8 in line ${countLines(text, broken)}; save it as UTF-8` };
  const read =
    type === 'json' ? readJson(text, file) : readRows(text, { file, separator: type === 'tsv' ? '\t' : ',' });
  if ('missing' in read) return read;
  const table = parseRows(read.values);
  if (!table) return none;
  const control = findControl(table);
  return control === undefined ? table : { missing: `${file} has ${control}` };
}

function readRows(
  text: string,
  { file, separator }: { file: string; separator: ',' | '\t' },
): { values: Record<string, string>[] } | { missing: string } {
  // The line ends stay, so that lines are counted as an editor does.
  const [head, ...rows] = parseCsv(text.replaceAll(/^#.*/gm, ''), separator);
  if (!head) return { values: [] };
  const fault = findHeadFault(head, separator) ?? findRagged(head, rows);
  if (fault !== undefined) return { missing: `${file} has ${fault}` };
  return { values: rows.map(({ cells }) => Object.fromEntries(head.cells.map((name, at) => [name, cells[at] ?? '']))) };
}

/** The last of two columns with one name would hide the first. */
function findHeadFault({ cells, line }: CsvRow, separator: ',' | '\t'): string | undefined {
  const [only = ''] = cells;
  if (separator === ',' && cells.length === 1 && /[;\t]/.test(only))
    return `${only.includes(';') ? 'semicolons' : 'tabs'} between its columns in line ${line}; save it with commas, or with tabs and a name in .tsv`;
  const twice = cells.find((name, at) => cells.indexOf(name) < at);
  if (twice === undefined) return undefined;
  const which = twice.trim() === '' ? 'without a name' : twice;
  return `two columns ${which} in line ${line}; give each column a name of its own`;
}

function findRagged({ cells: names }: CsvRow, rows: readonly CsvRow[]): string | undefined {
  const ragged = rows.find(({ cells }) => cells.length !== names.length);
  if (!ragged) return undefined;
  const count = ragged.cells.length;
  const columns = `${names.length} ${names.length === 1 ? 'column' : 'columns'}`;
  return `${count} ${count === 1 ? 'cell' : 'cells'} in line ${ragged.line} and ${columns}; write one cell for each, and nothing in one that is empty`;
}

function countLines(text: string, end: number): number {
  return text.slice(0, end).split('\n').length;
}

function readJson(text: string, file: string): { values: unknown } | { missing: string } {
  try {
    return { values: JSON.parse(text) };
  } catch (cause) {
    // V8 names line and column, or that the text ends too soon.
    const mistake = cause instanceof Error ? cause.message.replaceAll(/\s+/g, ' ') : cause;
    return { missing: `${file} is not JSON: ${mistake}` };
  }
}
