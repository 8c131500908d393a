import type { GlossaryTerm } from '../../library/library.ts';
import { claimId, type Heading } from './headings.ts';
import { isNode, type Node, type TokenPosition } from './markdown-tokens.ts';
import { flatten, toPlainText } from './plain-text.ts';

/** The page whose terms are explained everywhere. */
export const glossaryPage = 'glossary';

export interface PlacedTerm extends GlossaryTerm {
  node: Node;
  /** Index in the markdown. */
  at: number;
}

const alsoMark = /^also:?\s+/i;

/**
 * The words that a page explains: paragraphs that begin with a word in bold, and after it, if there are any, its other
 * words in italics. `**Rate limit.** *Also: throttling, quota.* How many calls ...`
 */
export function readGlossary(placed: readonly TokenPosition[], headings: readonly Heading[]): PlacedTerm[] {
  const taken = new Map(headings.map(({ id }) => [id, 0]));
  return placed.flatMap(({ node, at, parent }) => {
    if (parent || node.type !== 'paragraph') return [];
    const [first, ...rest] = node.tokens.filter(isNode);
    if (first?.type !== 'strong') return [];
    const also = rest.findIndex((token) => flatten(toPlainText([token])) !== '');
    const aliases = readAliases(rest[also]);
    const term = withoutStop(toPlainText(first.tokens));
    return {
      term,
      aliases,
      definition: flatten(toPlainText(aliases.length > 0 ? rest.slice(also + 1) : rest)),
      id: claimId(`term ${term}`, taken),
      node,
      at,
    };
  });
}

function readAliases(token: TokenPosition['node'] | undefined): string[] {
  const text = token?.type === 'em' ? flatten(toPlainText(token.tokens)) : '';
  if (!alsoMark.test(text)) return [];
  return withoutStop(text.replace(alsoMark, ''))
    .split(',')
    .map((alias) => alias.trim())
    .filter((alias) => alias !== '');
}

function withoutStop(text: string): string {
  return flatten(text).replace(/\.$/, '');
}
