import type { TokenizerAndRendererExtension } from 'marked';
import type { CitationToken, CitedItem, WorkName } from './markdown-tokens.ts';

/** The works that an article may cite. */
export interface CitedWorks {
  /** How a text names a work; undefined when there is none with this key. */
  findName(key: string): WorkName | undefined;
}

const key = String.raw`@(?:\{([^{}\n]+)\}|([\p{L}\p{M}\p{N}_]+(?:[:.#$%&\-+?<>~\/][\p{L}\p{M}\p{N}_]+)*))`;
const before = String.raw`(?<![\p{L}\p{N}_@.\/])`;
// Not before ( or [, which make it a link. A colon may follow: definitions are blocks and never come here.
const bracketed = new RegExp(String.raw`^\[([^[\]]*?${before}-?${key}[^[\]]*)\](?![([])`, 'u');
const item = new RegExp(String.raw`^((?:.*?\s)?)(-?)${key}(.*)$`, 'su');
const inText = new RegExp(String.raw`^(-?)${key}(?: \[([^[\]@]+)\](?![([]))?`, 'u');
const start = new RegExp(String.raw`\[[^[\]]*@|${before}-?@[\p{L}\p{N}_{]`, 'u');

/**
 * Pandoc's citations: `[see @a, p. 3; also @b]` in brackets, `@a [p. 3]` in the text, `-@a` without its author. In the
 * text only a key that is known is one, because other names have an @ too.
 */
export function createCitationSyntax(works: CitedWorks | undefined): TokenizerAndRendererExtension {
  return {
    name: 'citation',
    level: 'inline',
    start: (source) => source.search(start),
    tokenizer(source, tokens): CitationToken | undefined {
      const group = bracketed.exec(source);
      if (group?.[1]) return readGroup(group[0], group[1], works);
      const match = inText.exec(source);
      if (!match || /[\p{L}\p{N}_@./]$/u.test(tokens.at(-1)?.raw ?? '')) return undefined;
      const [raw, minus, braced, plain, suffix = ''] = match;
      const cited = braced ?? plain ?? '';
      const name = works?.findName(cited);
      if (!name) return undefined;
      const only = { key: cited, prefix: '', suffix: joinSuffix(suffix), isAuthorHidden: minus === '-', name };
      return { type: 'citation', raw, items: [only], isInText: true };
    },
  };
}

/** Anything but a citation between two semicolons leaves the brackets text. */
function readGroup(raw: string, inside: string, works: CitedWorks | undefined): CitationToken | undefined {
  const items = inside.split(';').map((text): CitedItem | undefined => {
    const [whole, prefix = '', minus, braced, plain, suffix = ''] = item.exec(text.trim()) ?? [];
    if (whole === undefined) return undefined;
    const cited = braced ?? plain ?? '';
    const isAuthorHidden = minus === '-';
    return {
      key: cited,
      prefix: oneLine(prefix),
      suffix: joinSuffix(suffix),
      isAuthorHidden,
      name: works?.findName(cited),
    };
  });
  return items.every((each) => each !== undefined) ? { type: 'citation', raw, items, isInText: false } : undefined;
}

const locator = /^(?:p{1,2}|chaps?|secs?|section|figs?|vols?|eqs?|nos?|§+|¶+)\b\.?|^\d/i;

/** `, p. 3` with one comma, whether its author wrote it or not; other words follow after a space. */
function joinSuffix(text: string): string {
  const words = oneLine(text).trim();
  if (words === '') return '';
  if (words.startsWith(',')) return `, ${words.slice(1).trim()}`;
  return locator.test(words) ? `, ${words}` : ` ${words}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
