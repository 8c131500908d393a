import type { MarkdownDocument } from '../load/document.ts';
import { readDestination, toHref } from '../markdown/destinations.ts';
import type { Node, Placed } from '../markdown/tokens.ts';
import { figureUrl } from './figures.ts';
import type { Rendered } from './render.ts';

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * The Markdown that is served: what the author wrote, with links to other content and to figures made absolute so that
 * they work from anywhere, the preview marker taken out, and the cited references at the end.
 */
export function publishWhole(document: MarkdownDocument, rendered: Rendered, baseUrl: string): string {
  const { marker, markdown } = document;
  const edits = findAddressEdits(document, baseUrl);
  if (marker) edits.push({ start: marker.at, end: marker.end, text: '' });
  return finish([applyEdits({ markdown, edits, start: 0, end: markdown.length }), listReferences(document, rendered)]);
}

/**
 * The same for what stands before the marker. A footnote or link definition belongs to the preview when the preview
 * refers to it, wherever it stands; one that only the paid part refers to is taken out even before the marker.
 */
export function publishPreview(document: MarkdownDocument, rendered: Rendered, baseUrl: string): string {
  const { marker, markdown, placed } = document;
  if (!marker) return '';
  const edits = findAddressEdits(document, baseUrl);
  const appended: string[] = [];
  const usedLabels = findUsedDefinitions(placed, marker.at);
  for (const { node, at, parent } of placed) {
    if (parent) continue;
    const range = { markdown, edits, start: at, end: at + node.raw.length };
    if (node.type === 'footnote_definition') {
      const isUsed = rendered.footnotes.includes(node.label) && document.footnotes.get(node.label) === node;
      if (isUsed && at > marker.at) appended.push(applyEdits(range).trimEnd());
      if (!isUsed && at < marker.at) edits.push({ start: range.start, end: range.end, text: '' });
    }
    if (node.type === 'def') {
      const isUsed = usedLabels.has(node.tag);
      if (isUsed && at > marker.at) appended.push(applyEdits(range).trimEnd());
      if (!isUsed && at < marker.at) edits.push({ start: range.start, end: range.end, text: '' });
    }
  }
  const free = applyEdits({ markdown, edits, start: 0, end: marker.at });
  return finish([free, appended.join('\n'), listReferences(document, rendered)]);
}

/** Later edits of the same place win nothing: one that begins inside an applied one is dropped. */
function applyEdits(range: { markdown: string; edits: readonly Edit[]; start: number; end: number }): string {
  const { markdown, edits, start, end } = range;
  let text = '';
  let cursor = start;
  const inside = edits.filter((edit) => edit.start >= start && edit.end <= end);
  for (const edit of inside.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start < cursor) continue;
    text += markdown.slice(cursor, edit.start) + edit.text;
    cursor = edit.end;
  }
  return text + markdown.slice(cursor, end);
}

function findAddressEdits(document: MarkdownDocument, baseUrl: string): Edit[] {
  const edits: Edit[] = [];
  for (const { node, at } of document.placed) {
    const address = absoluteAddress(node, document, baseUrl);
    if (address === undefined || !('href' in node)) continue;
    // A link that runs over lines of a quote is not in the source as one piece: it stays as it is.
    const opening = node.type === 'def' ? node.raw.indexOf(']:') : node.raw.lastIndexOf('](');
    const offset = opening === -1 ? -1 : node.raw.indexOf(node.href, opening);
    if (offset === -1 || !document.markdown.startsWith(node.raw, at)) continue;
    edits.push({ start: at + offset, end: at + offset + node.href.length, text: address });
  }
  return edits;
}

function absoluteAddress(node: Node, document: MarkdownDocument, baseUrl: string): string | undefined {
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
function findUsedDefinitions(placed: readonly Placed[], end: number): Set<string> {
  const labels = new Set<string>();
  for (const { node, at } of placed) {
    if (at >= end || (node.type !== 'link' && node.type !== 'image') || node.raw.endsWith(')')) continue;
    const [, text = '', label = ''] = /^!?\[([\s\S]*?)\](?:\[([^\]]*)\])?$/.exec(node.raw) ?? [];
    labels.add((label || text).toLowerCase().replaceAll(/\s+/g, ' '));
  }
  return labels;
}

function listReferences({ bibliography }: MarkdownDocument, { cited }: Rendered): string {
  if (!bibliography || cited.length === 0) return '';
  return `## References\n\n${cited.map((key) => `- [@${key}] ${bibliography.format(key).text}`).join('\n')}`;
}

function finish(parts: readonly string[]): string {
  const text = parts
    .map((part) => part.replace(/^\n+/, '').trimEnd())
    .filter((part) => part !== '')
    .join('\n\n');
  return text === '' ? '' : `${text}\n`;
}
