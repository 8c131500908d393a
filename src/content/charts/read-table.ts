import { normalise } from '../load/source-file.ts';
import { findControl, parseRows } from './chart-table.ts';
import { type CsvRow, parseCsv } from './csv.ts';
import type { DataResult } from './plan.ts';

/** Reads a file of comma- or tab-separated values or JSON rows; lines of the former that begin with # are about the file. */
export function readTable(bytes: string, file: string): DataResult {
  const none = { missing: `${file} holds no rows; a .csv, .tsv or .json file with a name for each column does` };
  const type = /\.(csv|tsv|json)$/i.exec(file)?.[1]?.toLowerCase();
  if (type === undefined) return none;
  const text = normalise(bytes);
  // Bytes outside of UTF-8 have become this character.
  const broken = text.indexOf('\uFFFD');
  if (broken !== -1) return { missing: `${file} is not UTF-8 in line ${countLines(text, broken)}; save it as UTF-8` };
  const read =
    type === 'json' ? { values: parseJson(text) } : readRows(text, { file, separator: type === 'tsv' ? '\t' : ',' });
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
  const fault = findHeadFault(head) ?? findRagged(head, rows);
  if (fault !== undefined) return { missing: `${file} has ${fault}` };
  return { values: rows.map(({ cells }) => Object.fromEntries(head.cells.map((name, at) => [name, cells[at] ?? '']))) };
}

/** The last of two columns with one name would hide the first. */
function findHeadFault({ cells, line }: CsvRow): string | undefined {
  const twice = cells.find((name, at) => cells.indexOf(name) < at);
  if (twice === undefined) return undefined;
  const which = twice.trim() === '' ? 'without a name' : twice;
  return `two columns ${which} in line ${line}; give each column a name of its own`;
}

function findRagged({ cells: names }: CsvRow, rows: readonly CsvRow[]): string | undefined {
  const ragged = rows.find(({ cells }) => cells.length !== names.length);
  if (!ragged) return undefined;
  const count = ragged.cells.length;
  return `${count} ${count === 1 ? 'cell' : 'cells'} in line ${ragged.line} and ${names.length} columns; write one cell for each, and nothing in one that is empty`;
}

function countLines(text: string, end: number): number {
  return text.slice(0, end).split('\n').length;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller names the file and says what it should hold.
    return undefined;
  }
}
