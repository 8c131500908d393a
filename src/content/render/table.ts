import type { Token, Tokens } from 'marked';

/** A table in a region of its own that scrolls sideways and takes the keyboard's focus (WCAG 2.2 2.1.1). */
export function renderTable(
  table: Tokens.Table,
  options: { name: string; renderCell: (tokens: readonly Token[]) => string },
): string {
  const header = renderRow(table.header, options.renderCell);
  const rows = table.rows.map((row) => renderRow(row, options.renderCell)).join('');
  const body = rows === '' ? '' : `<tbody>\n${rows}</tbody>\n`;
  return `<section class="table-scroll" aria-label="${options.name}" tabindex="0"><table>\n<thead>\n${header}</thead>\n${body}</table></section>\n`;
}

function renderRow(cells: readonly Tokens.TableCell[], renderCell: (tokens: readonly Token[]) => string): string {
  return `<tr>${cells.map((cell) => renderCellOf(cell, renderCell(cell.tokens))).join('')}</tr>\n`;
}

/** Characters from which a cell holds a sentence, whose column a phone must not press to a word a line. */
const sentenceLength = 32;

function renderCellOf({ header, align }: Tokens.TableCell, content: string): string {
  const isSentence = content.replace(/<[^>]+>/g, '').length >= sentenceLength;
  const classes = [...(align ? [`align-${align}`] : []), ...(isSentence ? ['sentence'] : [])];
  const named = classes.length > 0 ? ` class="${classes.join(' ')}"` : '';
  // An empty header names nothing: a data cell says so to assistive technology.
  if (!header || content === '') return `<td${named}>${content}</td>`;
  return `<th scope="col"${named}>${content}</th>`;
}
