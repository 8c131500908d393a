import type { Token, Tokens } from 'marked';
import { decodeReferences } from '../../library/character-references.ts';
import type { Room } from '../markdown/markdown-tokens.ts';

/** Columns from which a table takes more room than the text, and from which it takes all that the window has. */
const wideFrom = 6;
const screenFrom = 10;

/** @returns the room that an author gave a table, otherwise what its columns need */
export function roomOfTable(table: Tokens.Table, chosen: Room | undefined): Room | undefined {
  if (chosen) return chosen;
  if (table.header.length >= screenFrom) return 'screen';
  return table.header.length >= wideFrom ? 'wide' : undefined;
}

/**
 * A table in a region of its own that scrolls sideways and takes the keyboard's focus (WCAG 2.2 2.1.1). Columns of
 * numbers are aligned at the right, unless their author aligned them.
 */
export function renderTable(
  table: Tokens.Table,
  options: { name: string; room?: Room | undefined; renderCell: (tokens: readonly Token[]) => string },
): string {
  const header = table.header.map((cell) => options.renderCell(cell.tokens));
  const rows = table.rows.map((row) => row.map((cell) => options.renderCell(cell.tokens)));
  const aligns = table.header.map(({ align }, at) => {
    const isNumeric = isColumnOfNumbers(rows.map((row) => row[at] ?? ''));
    return align ?? (isNumeric ? 'right' : undefined);
  });
  const writeRow = (cells: readonly string[], isHeader: boolean) =>
    `<tr>${cells.map((content, at) => renderCellOf(content, { isHeader, align: aligns[at] })).join('')}</tr>\n`;
  const written = rows.map((row) => writeRow(row, false)).join('');
  const body = written === '' ? '' : `<tbody>\n${written}</tbody>\n`;
  const classes = ['table-scroll', ...(options.room ? [options.room] : [])].join(' ');
  return `<section class="${classes}" aria-label="${options.name}" tabindex="0"><table>\n<thead>\n${writeRow(header, true)}</thead>\n${body}</table></section>\n`;
}

/** A number with sign, currency or a short unit: `−1,429`, `$0.05`, `12 ms`, `40 %`. Not a version or a date. */
const number =
  /^[-+−±≈~<>≤≥]?\s?\p{Sc}?\d+(?:[, {2}' ]\d{3})*(?:[.,]\d+)?\s?(?:[%‰×°µ\p{Sc}]|\p{L}{1,3}\b)?[\p{L}/]{0,3}$/u;
const empty = /^[-–—]?$/;

function isColumnOfNumbers(cells: readonly string[]): boolean {
  const texts = cells
    .map((cell) => decodeReferences(cell.replace(/<[^>]+>/g, '')).trim())
    .filter((text) => !empty.test(text));
  return texts.length > 0 && texts.every((text) => number.test(text));
}

/** Characters from which a cell holds a sentence, whose column a phone must not press to a word a line. */
const sentenceLength = 32;

/** A narrow column breaks a name in code after an underscore: browsers break it between any two letters otherwise. */
function breakNames(html: string): string {
  return html.replaceAll(/<code>[^<]+/g, (code) => code.replaceAll(/(?<=\w{4})_(?=\w{4})/g, '_<wbr>'));
}

function renderCellOf(written: string, { isHeader, align }: { isHeader: boolean; align: string | undefined }): string {
  const content = isHeader ? written : breakNames(written);
  const isSentence = content.replace(/<[^>]+>/g, '').length >= sentenceLength;
  const classes = [...(align ? [`align-${align}`] : []), ...(isSentence ? ['sentence'] : [])];
  const named = classes.length > 0 ? ` class="${classes.join(' ')}"` : '';
  // An empty header names nothing: a data cell says so to assistive technology.
  if (!isHeader || content === '') return `<td${named}>${content}</td>`;
  return `<th scope="col"${named}>${content}</th>`;
}
