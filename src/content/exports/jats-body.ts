import type { Token, Tokens } from 'marked';
import { decodeReferences } from '../../library/character-references.ts';
import { escapeXml } from '../../library/markup.ts';
import { chooseWords, type Words } from '../../words/words.ts';
import { labelColumn } from '../charts/render-chart.ts';
import type { MarkdownDocument } from '../checks/markdown-source.ts';
import { type CitationStyle, composeCitation } from '../markdown/citation-text.ts';
import { readDestination, toHref } from '../markdown/destinations.ts';
import { nameEnvironment } from '../markdown/environments.ts';
import type { Heading } from '../markdown/headings.ts';
import { findLabel, nameLabel } from '../markdown/label-syntax.ts';
import { type EnvironmentToken, isNode, type Node, type Numbers } from '../markdown/markdown-tokens.ts';
import { type FigureParagraph, findFigure, findSubfigures, numberTokens } from '../markdown/numbers.ts';
import { textOfRawHtml } from '../markdown/raw-html.ts';
import { findCaptionedTable } from '../markdown/table-captions.ts';
import { toXmlId } from './export-context.ts';

interface Writing {
  document: MarkdownDocument;
  citations: CitationStyle;
  /** In the order they were met. */
  cited: string[];
  numbers: Numbers;
  names: Words['text']['labels'];
}

/**
 * The body's sections and, when something is cited, the list of references.
 * @param style.language in which figures and tables are called by their numbers
 */
export function writeJatsBody(
  document: MarkdownDocument,
  { language, citations }: { language: string; citations: CitationStyle },
): { body: string; references: string } {
  const names = chooseWords(language).text.labels;
  const numbers = numberTokens(document.tokens, document.headings);
  const writing: Writing = { document, citations, cited: [], numbers, names };
  const body = writeSections(document.tokens, writing);
  const { bibliography } = document;
  const entries = writing.cited.map((key) => {
    const text = bibliography?.format(key).text ?? key;
    return `<ref id="ref-${toXmlId(key)}"><mixed-citation>${escapeXml(text)}</mixed-citation></ref>`;
  });
  return { body, references: entries.length > 0 ? `<ref-list>\n${entries.join('\n')}\n</ref-list>` : '' };
}

/** Headings become nested `sec` elements: each closes those of its depth and deeper. */
function writeSections(tokens: readonly Token[], writing: Writing): string {
  const open: number[] = [];
  const lines: string[] = [];
  const headings = new Map<Token, Heading>(writing.document.headings.map((heading) => [heading.token, heading]));
  const close = (depth: number) => {
    while ((open.at(-1) ?? 0) >= depth) {
      open.pop();
      lines.push('</sec>');
    }
  };
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token || !isNode(token)) continue;
    const captioned = findCaptionedTable(tokens, index);
    if (token.type === 'heading') {
      close(token.depth);
      open.push(token.depth);
      const { id = '', number } = headings.get(token) ?? {};
      const label = number === undefined ? '' : `<label>${number}</label>`;
      lines.push(`<sec id="${toXmlId(id)}">${label}<title>${writeInline(token.tokens, writing)}</title>`);
    } else if (captioned) {
      const caption = `<caption><p>${writeInline(captioned.caption, writing).trim()}</p></caption>`;
      lines.push(
        `<table-wrap${idOf(findLabel(captioned.caption))}>${caption}${writeTable(captioned.table, writing)}</table-wrap>`,
      );
      index = captioned.at;
    } else lines.push(writeBlock(token, writing));
  }
  close(1);
  return lines.filter((line) => line !== '').join('\n');
}

function writeBlocks(tokens: readonly Token[], writing: Writing): string {
  return tokens.map((token) => (isNode(token) ? writeBlock(token, writing) : '')).join('');
}

function writeBlock(node: Node, writing: Writing): string {
  switch (node.type) {
    case 'paragraph': {
      const figure = findFigure(node);
      return figure ? writeFigure(figure, writing) : `<p>${writeInline(node.tokens, writing)}</p>`;
    }
    case 'heading':
      return `<p><bold>${writeInline(node.tokens, writing)}</bold></p>`;
    case 'text':
      return `<p>${writeInline([node], writing)}</p>`;
    case 'chart':
      return writeChart(node, writing);
    case 'code':
      return `<code>${escapeXml(node.text)}</code>`;
    case 'list':
      return `<list list-type="${node.ordered ? 'order' : 'bullet'}">${node.items.map((item) => `<list-item>${writeBlocks(item.tokens, writing)}</list-item>`).join('')}</list>`;
    case 'blockquote':
      return `<disp-quote>${writeBlocks(node.tokens, writing)}</disp-quote>`;
    case 'alert':
      return `<boxed-text>${writeBlocks(node.tokens, writing)}</boxed-text>`;
    case 'environment':
      return writeEnvironment(node, writing);
    case 'table':
      return `<table-wrap>${writeTable(node, writing)}</table-wrap>`;
    case 'math':
      return `<disp-formula${idOf(node.label)}><tex-math>${escapeXml(node.tex)}</tex-math></disp-formula>`;
    case 'html':
      return textOfRawHtml(node.raw).trim() === '' ? '' : `<p>${escapeXml(textOfRawHtml(node.raw).trim())}</p>`;
    default:
      return '';
  }
}

function writeInline(tokens: readonly Token[], writing: Writing): string {
  return tokens.map((token) => (isNode(token) ? writeSpan(token, writing) : '')).join('');
}

function writeSpan(node: Node, writing: Writing): string {
  const inside = (name: string, tokens: readonly Token[]) => `<${name}>${writeInline(tokens, writing)}</${name}>`;
  switch (node.type) {
    case 'text':
      return node.tokens ? writeInline(node.tokens, writing) : escapeXml(decodeReferences(node.text));
    case 'escape':
      return escapeXml(node.text);
    case 'em':
      return inside('italic', node.tokens);
    case 'strong':
      return inside('bold', node.tokens);
    case 'del':
      return inside('strike', node.tokens);
    case 'codespan':
      return `<monospace>${escapeXml(node.text)}</monospace>`;
    case 'br':
      return ' ';
    case 'html':
      return escapeXml(textOfRawHtml(node.raw));
    case 'math':
      return `<inline-formula><tex-math>${escapeXml(node.tex)}</tex-math></inline-formula>`;
    case 'image':
      return writeGraphic(node, writing, 'inline-graphic');
    case 'link':
      return writeLink(node, writing);
    case 'citation':
      return writeCitation(node, writing);
    case 'footnote_reference': {
      const note = writing.document.footnotes.get(node.label);
      return note ? `<fn>${writeBlocks(note.tokens, writing)}</fn>` : '';
    }
    case 'reference':
      return `<xref rid="${toXmlId(node.label.replace(/^sec:/, ''))}">${escapeXml(nameLabel(node.label, writing.names, writing.numbers.labels.get(node.label)))}</xref>`;
    default:
      return '';
  }
}

function writeFigure({ image, label }: FigureParagraph, writing: Writing): string {
  const caption = image.title ? `<caption><p>${escapeXml(decodeReferences(image.title))}</p></caption>` : '';
  return `<fig${idOf(label)}>${caption}${writeGraphic(image, writing, 'graphic')}</fig>`;
}

/** Several pictures under one caption are a `fig-group`, every other block between colons a `statement`. */
function writeEnvironment(node: EnvironmentToken, writing: Writing): string {
  const title = writeInline(node.title, writing).trim();
  const name = `<label>${escapeXml(nameEnvironment(node.kind, writing.numbers.environments.get(node), writing.names))}</label>`;
  const id = idOf(findLabel(node.title));
  if (node.kind === 'figure') {
    const parts = findSubfigures(node).map(({ part }) => writeFigure(part, writing));
    return `<fig-group${id}>${name}<caption><p>${title}</p></caption>${parts.join('')}</fig-group>`;
  }
  return `<statement content-type="${node.kind}"${id}>${name}${title === '' ? '' : `<title>${title}</title>`}${writeBlocks(node.tokens, writing)}</statement>`;
}

function writeLink(node: Tokens.Link, writing: Writing): string {
  const words = writeInline(node.tokens, writing);
  const href = toHref(readDestination(node.href, writing.document.owner.folder));
  if (!href || href.startsWith('/')) return words;
  if (href.startsWith('#')) return `<xref rid="${toXmlId(decodeURIComponent(href.slice(1)))}">${words}</xref>`;
  return `<ext-link ext-link-type="uri" xlink:href="${escapeXml(href)}">${words}</ext-link>`;
}

function writeCitation(node: Node & { type: 'citation' }, writing: Writing): string {
  const { cited, citations } = writing;
  return composeCitation(node, {
    style: citations,
    numberOf: (key) => cited.indexOf(key) + 1 || cited.push(key),
    escape: escapeXml,
    link(mark, key) {
      if (!cited.includes(key)) cited.push(key);
      return `<xref ref-type="bibr" rid="ref-${toXmlId(key)}">${mark}</xref>`;
    },
  });
}

function writeGraphic(node: Tokens.Image, { document }: Writing, name: 'graphic' | 'inline-graphic'): string {
  const path = document.figures.get(node.href)?.path ?? node.href;
  return `<${name} xlink:href="${escapeXml(path)}"><alt-text>${escapeXml(decodeReferences(node.text))}</alt-text></${name}>`;
}

/** The picture of a chart, and behind it its numbers as a table of their own. */
function writeChart(node: Node & { type: 'chart' }, { document }: Writing): string {
  const chart = document.charts.get(node);
  if (!chart) return '';
  const { folder, name } = document.owner;
  const text = [chart.subtitle, chart.note].flatMap((words) => (words === null ? [] : `<p>${escapeXml(words)}</p>`));
  const caption = `<caption><title>${escapeXml(chart.title)}</title>${text.join('')}</caption>`;
  const picture = `<graphic xlink:href="${escapeXml(`${folder}/${name}/${chart.id}.svg`)}"><alt-text>${escapeXml(chart.description)}</alt-text></graphic>`;
  const row = (cells: readonly unknown[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeXml(String(cell ?? ''))}</${tag}>`).join('')}</tr>`;
  const table = `<table><thead>${row(chart.columns.map(labelColumn), 'th')}</thead><tbody>${chart.rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`;
  return `<fig${idOf(node.label)}>${caption}${picture}</fig><table-wrap content-type="figure-data">${table}</table-wrap>`;
}

function writeTable(table: Tokens.Table, writing: Writing): string {
  const row = (cells: readonly Tokens.TableCell[], name: string) =>
    `<tr>${cells.map((cell) => `<${name}>${writeInline(cell.tokens, writing)}</${name}>`).join('')}</tr>`;
  const rows = table.rows.map((cells) => row(cells, 'td')).join('');
  return `<table><thead>${row(table.header, 'th')}</thead><tbody>${rows}</tbody></table>`;
}

function idOf(label: string | undefined): string {
  return label === undefined ? '' : ` id="${toXmlId(label)}"`;
}
