import type { Tokens } from 'marked';
import { findLabel } from './label-syntax.ts';
import type { TokenPosition } from './markdown-tokens.ts';
import { flatten, toPlainText } from './plain-text.ts';

export interface Heading {
  token: Tokens.Heading;
  /** Offset in the Markdown. */
  at: number;
  depth: number;
  title: string;
  id: string;
  /** `2.1`, where the article numbers its sections. */
  number: string | undefined;
  /** Not inside a quote, list or alert. */
  isTopLevel: boolean;
}

/** How the IDs of footnotes, references and the site's own elements begin; that of a heading never does. */
const reserved = /^(?:fn|fnref|ref|citeref|site)-/;

/** Lists the headings. The ID of each is unique in the document and has the form that GitHub gives it. */
export function findHeadings(placed: readonly TokenPosition[], { isNumbered = false } = {}): Heading[] {
  const taken = new Map<string, number>();
  const counts: number[] = [];
  const headings: Heading[] = [];
  for (const { node, at, parent } of placed) {
    if (node.type !== 'heading') continue;
    const title = flatten(toPlainText(node.tokens));
    headings.push({
      token: node,
      at,
      depth: node.depth,
      title,
      id: claimId(findLabel(node.tokens)?.replace(/^sec:/, '') ?? title, taken),
      number: isNumbered && !parent ? countSection(counts, node.depth) : undefined,
      isTopLevel: !parent,
    });
  }
  return headings;
}

/**
 * Returns the number of the next section at a depth, which is 2 for the highest level. If a level between is missing,
 * its number is 1.
 */
function countSection(counts: number[], depth: number): string {
  const level = Math.max(depth - 1, 1);
  counts.length = Math.min(counts.length, level);
  while (counts.length < level) counts.push(counts.length === level - 1 ? 0 : 1);
  counts[level - 1] = (counts[level - 1] ?? 0) + 1;
  return counts.join('.');
}

/** The text of a heading in a table of contents. */
export function nameHeading({ number, title }: Heading): string {
  return number === undefined ? title : `${number} ${title}`;
}

/** Returns an ID that is not taken, and takes it. */
export function claimId(title: string, taken: Map<string, number>): string {
  const wanted = slugify(title) || 'section';
  const base = reserved.test(wanted) ? `section-${wanted}` : wanted;
  let id = base;
  for (let repeat = taken.get(base) ?? 0; taken.has(id); ) {
    repeat += 1;
    id = `${base}-${repeat}`;
    taken.set(base, repeat);
  }
  taken.set(id, 0);
  return id;
}

/** GitHub's rule: lower case, letters, marks, digits, `_` and `-` stay, spaces become hyphens. */
export function slugify(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
