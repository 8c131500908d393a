import type { Token, Tokens } from 'marked';
import { decodeReferences } from '../../library/character-references.ts';
import { breakUrls, escapeHtml } from '../../library/markup.ts';
import { createTypesetter, type Typesetter } from '../../words/typography.ts';
import { chooseWords, type Words } from '../../words/words.ts';
import { renderChart } from '../charts/render-chart.ts';
import type { MarkdownDocument } from '../checks/markdown-source.ts';
import { figureUrl } from '../load/figures.ts';
import type { CitationStyle } from '../markdown/citation-text.ts';
import { readDestination, toHref } from '../markdown/destinations.ts';
import type { Heading } from '../markdown/headings.ts';
import type { Highlighter } from '../markdown/highlight.ts';
import { findAttributes, nameLabel } from '../markdown/label-syntax.ts';
import { type EnvironmentToken, isNode, type Node, type Numbers, type Room } from '../markdown/markdown-tokens.ts';
import { type FigureParagraph, findFigure, numberTokens } from '../markdown/numbers.ts';
import { renderRawHtml } from '../markdown/raw-html.ts';
import { type CaptionedTable, findCaptionedTable } from '../markdown/table-captions.ts';
import { renderCode } from './code-block.ts';
import { renderEnvironment } from './environment.ts';
import { renderCaption, renderIdAttribute, renderPicture } from './figure.ts';
import { createNotes, type Notes } from './footnote-renderer.ts';
import { renderImage, renderTitleAttribute } from './image.ts';
import { renderTable, roomOfTable } from './table.ts';

export interface Rendered {
  html: string;
  /** Labels in the order of their numbers. */
  footnotes: readonly string[];
  /** Cited keys in the order of their numbers. */
  cited: readonly string[];
  /** The text of each citation. */
  citations: ReadonlyMap<Node, string>;
  numbers: Numbers;
}

/** Returns HTML to put before the HTML of a token. */
export type Mark = (node: Node) => string;

interface Rendering {
  mark?: Mark | undefined;
  document: MarkdownDocument;
  highlighter: Pick<Highlighter, 'highlight'>;
  notes: Notes;
  headings: ReadonlyMap<Token, Heading>;
  /** Anchors of the entries of a glossary. */
  anchors: ReadonlyMap<Token, string>;
  /** Numbered so far. The preview begins as the whole article does, so a number does not depend on what was paid. */
  counts: { tables: number; figures: number; equations: number };
  /** Numbers of the labels in these tokens. */
  numbers: Numbers;
  type: Typesetter;
  /** Names of parts in the publication's language. */
  words: Words['text'];
  language: string;
}

/**
 * Renders some top-level tokens of a document: all of them, or those of its preview. Footnotes and references of these
 * tokens follow at the end; nothing else of the document is in the result. All text is escaped and every URL checked:
 * anything that `checks/` rejects is rendered as text.
 */
export function renderTokens(
  tokens: readonly Token[],
  options: {
    document: MarkdownDocument;
    highlighter: Pick<Highlighter, 'highlight'>;
    language?: string;
    citations?: CitationStyle;
    mark?: Mark | undefined;
  },
): Rendered {
  const headings = new Map<Token, Heading>(options.document.headings.map((heading) => [heading.token, heading]));
  const anchors = new Map<Token, string>(options.document.terms.map(({ node, id }) => [node, id]));
  const numbers = numberTokens(tokens, options.document.headings);
  const { language = 'en' } = options;
  const words = chooseWords(language).text;
  const notes = createNotes(options.document, words, options.citations ?? 'numeric');
  const rendering: Rendering = {
    ...options,
    headings,
    anchors,
    notes,
    words,
    language,
    counts: { tables: 0, figures: 0, equations: 0 },
    numbers,
    type: createTypesetter(language),
  };
  const body = renderAll(tokens, rendering);
  const endnotes = notes.renderEndnotes((inner) => renderAll(inner, rendering));
  return {
    html: [body, endnotes, notes.renderReferences()].filter((part) => part !== '').join('\n'),
    footnotes: notes.footnotes,
    cited: notes.cited,
    citations: notes.citations,
    numbers,
  };
}

function renderAll(tokens: readonly Token[], rendering: Rendering): string {
  let html = '';
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token || !isNode(token)) continue;
    const captioned = findCaptionedTable(tokens, index);
    html += rendering.mark?.(token) ?? '';
    html += captioned ? renderCaptionedTable(captioned, rendering) : renderNode(token, rendering);
    if (captioned) index = captioned.at;
  }
  return html;
}

function renderNode(node: Node, rendering: Rendering): string {
  const { type } = rendering;
  if (startsText.has(node.type)) type.restart();
  const html = renderKind(node, rendering);
  if (interruptsText.has(node.type)) type.skip();
  return html;
}

/** A sentence begins in these, whatever stood before. */
const startsText: ReadonlySet<string> = new Set<Node['type']>([
  'paragraph',
  'heading',
  'list_item',
  'footnote_definition',
]);
/** A sentence continues after one of these. */
const interruptsText: ReadonlySet<string> = new Set<Node['type']>([
  'citation',
  'codespan',
  'footnote_reference',
  'image',
  'math',
  'reference',
]);

function renderKind(node: Node, rendering: Rendering): string {
  const inside = (tokens: readonly Token[]) => renderAll(tokens, rendering);
  switch (node.type) {
    case 'paragraph':
      return renderParagraph(node, rendering);
    case 'heading':
      return renderHeading(node, rendering);
    case 'text':
      return node.tokens ? inside(node.tokens) : escapeHtml(rendering.type.set(decodeReferences(node.text)));
    case 'escape':
      return escapeHtml(node.text);
    case 'em':
    case 'strong':
    case 'del':
      return `<${node.type}>${inside(node.tokens)}</${node.type}>`;
    case 'codespan':
      return `<code>${breakUrls(joinHyphen(escapeHtml(node.text)))}</code>`;
    case 'br':
      return '<br>\n';
    case 'hr':
      return '<hr>\n';
    case 'html':
      return renderRawHtml(node.raw);
    case 'link':
      return renderLink(node, rendering);
    case 'image':
      return renderImage(node, rendering.document);
    case 'chart':
      return renderChartFigure(node, rendering);
    case 'code':
      return renderCode(node, rendering.highlighter);
    case 'list':
      return renderList(node, rendering);
    case 'list_item':
      return `<li>${inside(node.tokens).trimEnd()}</li>\n`;
    case 'checkbox':
      return node.checked ? task(rendering.words.done, '☑') : task(rendering.words.toDo, '☐');
    case 'blockquote':
      return `<blockquote>\n${inside(node.tokens)}</blockquote>\n`;
    case 'alert':
      return `<div class="alert alert-${node.kind}" role="note"><p class="alert-title">${rendering.words.alerts[node.kind]}</p>\n${inside(node.tokens)}</div>\n`;
    case 'environment':
      return renderBlock(node, rendering);
    case 'table':
      return renderNumberedTable(node, rendering, roomOfTable(node, undefined));
    case 'math':
      return renderFormula(node, rendering);
    case 'citation':
      return rendering.notes.renderCitation(node);
    case 'footnote_reference':
      return rendering.notes.renderReference(node);
    case 'reference':
      return renderCrossReference(node.label, rendering);
    case 'def':
    case 'footnote_definition':
    case 'label':
    case 'space':
      return '';
  }
}

/** @param room undefined for a table in a figure, which has the room of it */
function renderNumberedTable(node: Tokens.Table, rendering: Rendering, room?: Room): string {
  rendering.counts.tables += 1;
  return renderTable(node, {
    name: `${rendering.words.labels.tbl} ${rendering.counts.tables}`,
    room,
    renderCell(tokens) {
      rendering.type.restart();
      return renderAll(tokens, rendering);
    },
  });
}

function renderParagraph(node: Tokens.Paragraph, rendering: Rendering): string {
  const figure = findFigure(node);
  if (figure) return renderFigure(figure, rendering);
  return `<p${renderIdAttribute(rendering.anchors.get(node))}>${renderAll(node.tokens, rendering)}</p>\n`;
}

/** A browser breaks a line after the hyphen of `-x`. A longer word must be able to break. */
function joinHyphen(html: string): string {
  return html.replace(/^-[^\s-]{1,24}(?=\s|$)/, '<span class="whole">$&</span>');
}

/** The heading links to itself, so that its URL can be copied without a script. */
function renderHeading(node: Tokens.Heading, rendering: Rendering): string {
  const { id = '', number } = rendering.headings.get(node) ?? {};
  const level = Math.min(Math.max(node.depth, 2), 6);
  const count = number === undefined ? '' : `<span class="section-number">${number}</span> `;
  const inner = count + renderAll(node.tokens, rendering).trimEnd();
  const canLink = !/<a\s/.test(inner);
  const content = canLink ? `<a class="heading-link" href="#${encodeURIComponent(id)}">${inner}</a>` : inner;
  return `<h${level} id="${escapeHtml(id)}">${content}</h${level}>\n`;
}

function renderLink(node: Tokens.Link, rendering: Rendering): string {
  const inner = node.autolink ? escapeHtml(node.text) : renderAll(node.tokens, rendering);
  const href = toHref(readDestination(node.href, rendering.document.owner.folder));
  if (href === undefined) return inner;
  return `<a href="${escapeHtml(href)}"${renderTitleAttribute(node.title)}>${inner}</a>`;
}

function renderFigure(figure: FigureParagraph, rendering: Rendering): string {
  if (!figure.isNumbered) return renderPicture(figure, undefined, rendering);
  rendering.counts.figures += 1;
  return renderPicture(figure, `${rendering.words.labels.fig} ${rendering.counts.figures}.`, rendering);
}

function renderBlock(node: EnvironmentToken, rendering: Rendering): string {
  if (node.kind === 'figure') rendering.counts.figures += 1;
  rendering.type.restart();
  return renderEnvironment(node, {
    number: rendering.numbers.environments.get(node),
    names: rendering.words.labels,
    inside: (tokens) => renderAll(tokens, rendering),
    renderPicture: (part, name) => renderPicture(part, name, rendering),
  });
}

function renderChartFigure(node: Node & { type: 'chart' }, rendering: Rendering): string {
  const { document, counts, words, type } = rendering;
  counts.figures += 1;
  const chart = document.charts.get(node);
  if (!chart) return `<pre>${escapeHtml(node.text)}</pre>\n`;
  const { folder, name } = document.owner;
  type.restart();
  return renderChart(chart, {
    name: `${words.labels.fig} ${counts.figures}`,
    url: figureUrl(`${folder}/${name}/${chart.id}`),
    canCite: folder === 'articles',
    room: node.room,
    words,
    writer: { language: rendering.language },
    set: (text) => type.set(text),
  });
}

/** A target in the paid part is called by its name: its number would reveal paid content. */
function renderCrossReference(label: string, { numbers, words }: Rendering): string {
  const number = numbers.labels.get(label);
  const name = escapeHtml(nameLabel(label, words.labels, number));
  if (number === undefined) return name;
  return `<a class="cross-reference" href="#${escapeHtml(label.replace(/^sec:/, ''))}">${name}</a>`;
}

function renderCaptionedTable({ caption, table }: CaptionedTable, rendering: Rendering): string {
  rendering.type.restart();
  const captionHtml = renderAll(caption, rendering).trimEnd();
  const scrolling = renderNumberedTable(table, rendering);
  const { label, room } = findAttributes(caption) ?? {};
  const classes = ['table-figure', roomOfTable(table, room)].filter(Boolean).join(' ');
  const name = `${rendering.words.labels.tbl} ${rendering.counts.tables}.`;
  return `<figure class="${classes}"${renderIdAttribute(label)}>${renderCaption(name, captionHtml)}${scrolling}</figure>\n`;
}

function renderList(node: Tokens.List, rendering: Rendering): string {
  const items = renderAll(node.items, rendering);
  if (!node.ordered) return `<ul>\n${items}</ul>\n`;
  return `<ol${node.start === 1 || node.start === '' ? '' : ` start="${node.start}"`}>\n${items}</ol>\n`;
}

function renderFormula(node: Node & { type: 'math' }, { document, counts }: Rendering): string {
  const html = document.math.get(node) ?? `<code>${escapeHtml(node.tex)}</code>`;
  if (node.label) {
    counts.equations += 1;
    return `<div class="equation"${renderIdAttribute(node.label)}>${html}<span class="equation-number">(${counts.equations})</span></div>\n`;
  }
  return node.isBlock ? `${html}\n` : html;
}

function task(label: string, sign: string): string {
  return `<span class="task" role="img" aria-label="${label}">${sign}</span> `;
}
