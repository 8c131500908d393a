import type { Token } from 'marked';
import { textOf } from '../markdown/plain-text.ts';

/**
 * The words of a text as a reader sees them, block by block with an empty line between, for a comparison of versions.
 * Code and tables stay as they are written, because their columns carry meaning.
 */
export function readableText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      switch (token.type) {
        case 'code':
        case 'table':
          return token.raw.trim();
        case 'list':
          return (token.items ?? []).map((item: Token) => `- ${textOf([item]).trim()}`).join('\n');
        default:
          return textOf([token]).trim();
      }
    })
    .filter((text) => text !== '')
    .join('\n\n');
}
