import type { Tokens } from 'marked';
import { findLabel } from './label-syntax.ts';
import type { TokenPosition } from './markdown-tokens.ts';
import { flatten, textOf } from './plain-text.ts';

export interface Heading {
  token: Tokens.Heading;
  /** Index in the markdown. */
  at: number;
  depth: number;
  title: string;
  id: string;
  /** Not inside a quote, list or alert. */
  isTopLevel: boolean;
}

/** Ids that footnotes, references and the site's own frame begin with; a heading steps aside. */
const reserved = /^(?:fn|fnref|ref|citeref|site)-/;

/** Every heading with an id that is its own in the document, as GitHub would make it. */
export function findHeadings(placed: readonly TokenPosition[]): Heading[] {
  const taken = new Map<string, number>();
  const headings: Heading[] = [];
  for (const { node, at, parent } of placed) {
    if (node.type !== 'heading') continue;
    const title = flatten(textOf(node.tokens));
    headings.push({
      token: node,
      at,
      depth: node.depth,
      title,
      id: claimId(findLabel(node.tokens) ?? title, taken),
      isTopLevel: !parent,
    });
  }
  return headings;
}

function claimId(title: string, taken: Map<string, number>): string {
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
