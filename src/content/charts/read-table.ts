import { read } from 'vega';
import { parseRows, type Table } from './chart-table.ts';

/**
 * Reads a file of comma- or tab-separated values or JSON rows; lines of the former that begin with # are about the file.
 * @returns undefined when it is none of them
 */
export function readTable(text: string, file: string): Table | undefined {
  const type = /\.(csv|tsv|json)$/i.exec(file)?.[1]?.toLowerCase();
  if (type === 'json') return parseRows(parseJson(text));
  if (type !== 'csv' && type !== 'tsv') return undefined;
  return parseRows(read(text.replaceAll(/^#.*\r?\n/gm, ''), { type, parse: {} }));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller names the file and says what it should hold.
    return undefined;
  }
}
