import type { SectionSpan } from '../../library/library.ts';
import { chooseWords, type Words } from '../../words/words.ts';
import { writeChartMarkdown } from '../charts/chart-markdown.ts';
import type { MarkdownDocument } from '../checks/markdown-source.ts';
import { figureUrl } from '../load/figures.ts';
import type { CitationStyle } from '../markdown/citation-text.ts';
import { readDestination, toHref } from '../markdown/destinations.ts';
import { nameEnvironment } from '../markdown/environments.ts';
import { nameLabel } from '../markdown/label-syntax.ts';
import type { EnvironmentToken, Node, TokenPosition } from '../markdown/markdown-tokens.ts';
import { listReferences } from './footnote-renderer.ts';
import type { Rendered } from './render-tokens.ts';

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Where and in which language something is published. */
interface Place {
  /** Base of links to other content and to figures; empty for links relative to the root of the site. */
  baseUrl: string;
  language: string;
  citations?: CitationStyle;
}

export interface PublicMarkdown {
  markdown: string;
  /** Sections that `markdown` contains in full, in its order. */
  sections: Omit<SectionSpan, 'digest'>[];
}

/**
 * The Markdown that is served: what the author wrote, with links to other content and to figures as URLs of the site
 * instead of paths between files, the preview marker taken out, and the cited references at the end.
 */
export function toPublicMarkdown(document: MarkdownDocument, rendered: Rendered, place: Place): PublicMarkdown {
  const { marker, markdown } = document;
  const edits = findEdits(document, rendered, place);
  if (marker) edits.push({ start: marker.at, end: marker.end, text: '' });
  const whole = { markdown, edits, start: 0, end: markdown.length };
  return {
    markdown: finish([applyEdits(whole), writeReferences({ document, rendered, ...place })]),
    sections: placeSections(document, whole),
  };
}

/**
 * Does the same for the text before the marker. A footnote or link definition belongs to the preview when the preview
 * refers to it, wherever it is; one that only the paid text refers to is removed even before the marker.
 */
export function toPreviewMarkdown(document: MarkdownDocument, rendered: Rendered, place: Place): PublicMarkdown {
  const { marker, markdown, placed } = document;
  if (!marker) return { markdown: '', sections: [] };
  const edits = findEdits(document, rendered, place);
  const appended: string[] = [];
  const usedLabels = findUsedDefinitions(placed, marker.at);
  for (const { node, at, parent } of placed) {
    if (parent) continue;
    if (node.type !== 'footnote_definition' && node.type !== 'def') continue;
    const isUsed =
      node.type === 'def'
        ? usedLabels.has(node.tag)
        : rendered.footnotes.includes(node.label) && document.footnotes.get(node.label) === node;
    const range = { markdown, edits, start: at, end: at + node.raw.length };
    if (isUsed && at > marker.at) appended.push(applyEdits(range).trimEnd());
    if (!isUsed && at < marker.at) edits.push({ start: range.start, end: range.end, text: '' });
  }
  const free = { markdown, edits, start: 0, end: marker.at };
  return {
    markdown: finish([applyEdits(free), appended.join('\n'), writeReferences({ document, rendered, ...place })]),
    sections: placeSections(document, free),
  };
}

function findEdits(document: MarkdownDocument, rendered: Rendered, place: Place): Edit[] {
  return [
    ...findUrlEdits(document, place.baseUrl),
    ...findCitationEdits(document, rendered),
    ...findChartEdits(document, place),
    ...findNumberEdits(document, rendered, place.language),
  ];
}

interface Range {
  markdown: string;
  edits: readonly Edit[];
  start: number;
  end: number;
}

function applyEdits(range: Range): string {
  let text = '';
  let cursor = range.start;
  for (const edit of chooseEdits(range)) {
    text += range.markdown.slice(cursor, edit.start) + edit.text;
    cursor = edit.end;
  }
  return text + range.markdown.slice(cursor, range.end);
}

/** The edits inside the range, in order. An edit that begins inside an earlier one is dropped. */
function chooseEdits({ edits, start, end }: Range): Edit[] {
  const inside = edits.filter((edit) => edit.start >= start && edit.end <= end);
  const chosen: Edit[] = [];
  let cursor = start;
  for (const edit of inside.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start < cursor) continue;
    chosen.push(edit);
    cursor = edit.end;
  }
  return chosen;
}

/**
 * Locates each section in the published Markdown: from its heading to the next heading of its level or above, with its
 * subsections. A section that the range cuts off, such as one that the preview cuts short, is left out.
 */
function placeSections({ headings }: MarkdownDocument, range: Range): PublicMarkdown['sections'] {
  const { markdown, end } = range;
  const edits = chooseEdits(range);
  const lead = /^\n*/.exec(applyEdits(range))?.[0].length ?? 0;
  const move = (at: number) =>
    edits.reduce((to, edit) => (edit.end <= at ? to + edit.text.length - (edit.end - edit.start) : to), at) - lead;

  const top = headings.filter(({ isTopLevel }) => isTopLevel);
  return top.flatMap((heading, index) => {
    const next = top.slice(index + 1).find(({ depth }) => depth <= heading.depth);
    const last = next?.at ?? markdown.length;
    const isCut =
      last > end &&
      markdown
        .slice(end, last)
        .replace(/^<!--.*?-->/s, '')
        .trim() !== '';
    if (heading.at >= end || isCut) return [];
    return [{ id: heading.id, start: move(heading.at), end: move(Math.min(last, end)) }];
  });
}

function findUrlEdits(document: MarkdownDocument, baseUrl: string): Edit[] {
  const edits: Edit[] = [];
  for (const { node, at } of document.placed) {
    const url = toAbsoluteUrl(node, document, baseUrl);
    if (url === undefined || !('href' in node)) continue;
    // A link across lines of a quote is not one piece of the source, so it stays as it is.
    const opening = node.type === 'def' ? node.raw.indexOf(']:') : node.raw.lastIndexOf('](');
    const offset = opening === -1 ? -1 : node.raw.indexOf(node.href, opening);
    if (offset === -1 || !document.markdown.startsWith(node.raw, at)) continue;
    edits.push({ start: at + offset, end: at + offset + node.href.length, text: url });
  }
  return edits;
}

/** Keys are for authors: a reader gets the number or the name. */
function findCitationEdits({ placed, markdown }: MarkdownDocument, { citations }: Rendered): Edit[] {
  return placed.flatMap(({ node, at }) => {
    const text = citations.get(node);
    if (text === undefined || !markdown.startsWith(node.raw, at)) return [];
    return [{ start: at, end: at + node.raw.length, text }];
  });
}

/**
 * Names and numbers for what only a page can count: blocks between colons, numbered sections, and references to both.
 */
function findNumberEdits(
  { placed, headings, markdown }: MarkdownDocument,
  { numbers }: Rendered,
  language: string,
): Edit[] {
  const names = chooseWords(language).text.labels;
  const edits = placed.flatMap(({ node, at }) => {
    if (node.type === 'environment')
      return editEnvironment({ node, at, markdown }, numbers.environments.get(node), names);
    // Figures, tables and equations keep their labels in the text, where a reader finds what the reference names.
    if (node.type !== 'reference' || /^(?:fig|tbl|eq):/.test(node.label) || !markdown.startsWith(node.raw, at))
      return [];
    return [
      { start: at, end: at + node.raw.length, text: nameLabel(node.label, names, numbers.labels.get(node.label)) },
    ];
  });
  const counted = headings.flatMap(({ number, token, at }) => {
    const start = at + (/^ {0,3}#+[ \t]+/.exec(token.raw)?.[0].length ?? 0);
    return number === undefined ? [] : [{ start, end: start, text: `${number} ` }];
  });
  return [...edits, ...counted];
}

/** `::: theorem Title {#thm:a}` becomes `**Theorem 1** (Title).`; a figure's caption keeps its label. */
function editEnvironment(
  { node, at, markdown }: { node: EnvironmentToken; at: number; markdown: string },
  number: string | undefined,
  names: Words['text']['labels'],
): Edit[] {
  if (!markdown.startsWith(node.raw, at)) return [];
  // The title between the two is left to the edits inside it.
  const [, before = '', title = '', after = ''] =
    /^([^a-z\n]*[a-z]+[ \t]*)(.*?)((?:[ \t]*\{#[^{}\n]*\})?[ \t]*)$/.exec(node.raw.slice(0, node.head).trimEnd()) ?? [];
  const name = nameEnvironment(node.kind, number, names);
  const isFigure = node.kind === 'figure';
  const [opened, closed] = isFigure ? [`**${name}.** `, after] : [`**${name}**${title && ' ('}`, `${title && ')'}.`];
  const afterAt = at + before.length + title.length;
  const closing = /[ \t]*:{3,}\s*$/.exec(node.raw)?.[0] ?? '';
  const end = at + node.raw.length;
  return [
    { start: at, end: at + before.length, text: opened },
    { start: afterAt, end: at + node.head, text: `${closed}\n\n` },
    { start: end - closing.length, end, text: '\n' },
  ];
}

/** Replaces a chart by its numbers: its source says less, and names files that are not served. */
function findChartEdits({ placed, charts, owner }: MarkdownDocument, { baseUrl, language }: Place): Edit[] {
  return placed.flatMap(({ node, at }) => {
    const chart = charts.get(node);
    if (!chart) return [];
    const url = `${baseUrl}${figureUrl(`${owner.folder}/${owner.name}/${chart.id}`)}`;
    return [{ start: at, end: at + node.raw.length, text: writeChartMarkdown(chart, { url, writer: { language } }) }];
  });
}

function toAbsoluteUrl(node: Node, document: MarkdownDocument, baseUrl: string): string | undefined {
  if (node.type === 'image') {
    const figure = document.figures.get(node.href);
    return figure && `${baseUrl}${figureUrl(figure.path)}`;
  }
  if (node.type !== 'link' && node.type !== 'def') return undefined;
  const destination = readDestination(node.href, document.owner.folder);
  if (destination.kind !== 'content' && destination.kind !== 'site') return undefined;
  return `${baseUrl}${toHref(destination) ?? ''}`;
}

/** Labels of `[text][label]` and `[label]` before `end`, as marked keys its definitions. */
function findUsedDefinitions(placed: readonly TokenPosition[], end: number): Set<string> {
  const labels = new Set<string>();
  for (const { node, at } of placed) {
    if (at >= end || (node.type !== 'link' && node.type !== 'image') || node.raw.endsWith(')')) continue;
    const [, text = '', label = ''] = /^!?\[([\s\S]*?)\](?:\[([^\]]*)\])?$/.exec(node.raw) ?? [];
    labels.add((label || text).toLowerCase().replaceAll(/\s+/g, ' '));
  }
  return labels;
}

function writeReferences(options: Place & { document: MarkdownDocument; rendered: Rendered }): string {
  const { bibliography } = options.document;
  const { cited } = options.rendered;
  const { citations = 'numeric', language } = options;
  if (!bibliography || cited.length === 0) return '';
  const items = listReferences(bibliography, cited, citations).map(
    ({ number, text }) => `${citations === 'numeric' ? `${number}.` : '-'} ${text}`,
  );
  return `## ${chooseWords(language).text.references}\n\n${items.join('\n')}`;
}

function finish(parts: readonly string[]): string {
  const text = parts
    .map((part) => part.replace(/^\n+/, '').trimEnd())
    .filter((part) => part !== '')
    .join('\n\n');
  return text === '' ? '' : `${text}\n`;
}
