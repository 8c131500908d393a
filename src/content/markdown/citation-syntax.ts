import type { TokenizerAndRendererExtension } from 'marked';
import type { CitationToken, CitedItem } from './markdown-tokens.ts';

// Not before ( [ or :, which make it a link or a definition.
const bracketed = /^\[(@[^\]\n]+)\](?![([:])/;
const cited = /^@([\w][\w:.#$%&+?<>~/-]*)(?:,\s*(\S.*))?$/;

/** `[@key]`, `[@a; @b, p. 3]`: Pandoc's citation syntax. Anything else in the brackets leaves them text. */
export const citationSyntax: TokenizerAndRendererExtension = {
  name: 'citation',
  level: 'inline',
  start: (source) => source.indexOf('[@'),
  tokenizer(source): CitationToken | undefined {
    const match = bracketed.exec(source);
    if (!match?.[1]) return undefined;
    const items = match[1].split(';').map(readItem);
    return items.every((item) => item !== undefined) ? { type: 'citation', raw: match[0], items } : undefined;
  },
};

function readItem(text: string): CitedItem | undefined {
  const match = cited.exec(text.trim());
  return match?.[1] ? { key: match[1], locator: match[2] ?? '' } : undefined;
}
