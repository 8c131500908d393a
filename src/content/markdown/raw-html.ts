import { decodeReferences } from '../../library/character-references.ts';
import { escapeHtml } from '../../library/markup.ts';

/** The only raw HTML an article may hold, and only without attributes. */
const allowedTags = new Set(['sup', 'sub', 'kbd', 'abbr', 'mark', 'br', 'details', 'summary']);
const allowed = new RegExp(`<(/?)(${[...allowedTags].join('|')})\\s*/?>`, 'gi');
const marker = /^<!--\s*more\s*-->\s*$/;

/** Whether a block of raw HTML is `<!-- more -->`, the end of a paid article's preview. */
export function isPreviewMarker(raw: string): boolean {
  return marker.test(raw);
}

export function isAllowedTag(name: string): boolean {
  return allowedTags.has(name);
}

/** @returns index of the first tag or comment that is not allowed in an article, or -1 */
export function findRefusedHtml(raw: string): number {
  if (isPreviewMarker(raw)) return -1;
  return raw.replaceAll(allowed, (tag) => ' '.repeat(tag.length)).search(/<[\w/!?]/);
}

/** Marks the end of the preview in the full text of a paid article, where a reader with access continues. */
const previewEnd = '<span id="preview-end"></span>';

/**
 * The HTML of an article up to and including the heading of a section, and the HTML after it. Without a section, the
 * first part is the preview. Nothing follows a preview.
 */
export function splitForNotice(html: string, section?: string): [before: string, after: string] {
  const id = escapeHtml(section ?? '');
  const heading = [2, 3, 4].map((level) => html.indexOf(`<h${level} id="${id}">`)).find((at) => at >= 0);
  const tag = heading === undefined ? previewEnd : `</h${html[heading + 2]}>`;
  const at = html.indexOf(tag, heading);
  const end = at < 0 ? html.length : at + tag.length;
  return [html.slice(0, end), html.slice(end)];
}

/** Allowed tags pass, in lower case; everything else becomes text. */
export function renderRawHtml(raw: string): string {
  if (isPreviewMarker(raw)) return previewEnd;
  let html = '';
  let end = 0;
  for (const tag of raw.matchAll(allowed)) {
    html += `${escapeHtml(decodeReferences(raw.slice(end, tag.index)))}<${tag[1] ?? ''}${(tag[2] ?? '').toLowerCase()}>`;
    end = tag.index + tag[0].length;
  }
  return html + escapeHtml(decodeReferences(raw.slice(end)));
}

/** The text between the tags. */
export function textOfRawHtml(raw: string): string {
  if (isPreviewMarker(raw)) return '';
  // Superscript and keys stand inside words; a line break or a summary ends one.
  const bare = raw.replaceAll(allowed, (_tag, _slash, name: string) =>
    /^(?:br|details|summary)$/i.test(name) ? ' ' : '',
  );
  return decodeReferences(bare);
}

/**
 * Matches opening and closing tags across adjacent pieces of raw HTML.
 * @returns the index of the piece that closes a tag that is not open, or opens one that is never closed
 */
export function findUnbalanced(pieces: readonly string[]): { piece: number; tag: string } | undefined {
  const open: { piece: number; tag: string }[] = [];
  for (const [piece, raw] of pieces.entries()) {
    for (const match of raw.matchAll(allowed)) {
      const tag = (match[2] ?? '').toLowerCase();
      if (tag === 'br') continue;
      if (match[1] !== '/') open.push({ piece, tag });
      else if (open.pop()?.tag !== tag) return { piece, tag };
    }
  }
  return open.at(-1);
}
