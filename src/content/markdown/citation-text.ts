import type { CitationToken, CitedItem } from './markdown-tokens.ts';

export type CitationStyle = 'numeric' | 'author-year';

/** How the pieces of a citation become text, HTML or XML. */
export interface CitationWriting {
  style: CitationStyle;
  /** Counts each key as it is met. */
  numberOf(key: string): number;
  escape(text: string): string;
  /** Puts the mark of one work, already escaped, into a link to its reference. */
  link(mark: string, key: string): string;
}

/** Plain text has no list of references that a number could lead to. */
const plain: CitationWriting = {
  style: 'author-year',
  numberOf: () => 0,
  escape: (text) => text,
  link: (mark) => mark,
};

/**
 * `[see 1, p. 3; 2]`, `(see Field, 2000, p. 3; Jo, 2001)` or, in the text, `Field (2000)`. With a key that is not
 * known, as typed.
 */
export function composeCitation(node: CitationToken, writing: CitationWriting = plain): string {
  const { style, escape: write } = writing;
  const [open, close] = style === 'numeric' ? '[]' : '()';
  const { name, isAuthorHidden } = node.items[0] ?? {};
  if (node.items.some((item) => item.name === undefined)) return write(node.raw);
  const works = node.items.map((item) => {
    const mark = writing.link(write(markOf(item, node.isInText, writing)), item.key);
    return `${write(item.prefix)}${mark}${write(item.suffix)}`;
  });
  const group = `${open}${works.join('; ')}${close}`;
  return node.isInText && !isAuthorHidden ? `${write(name?.authors ?? '')} ${group}` : group;
}

function markOf(
  { key, isAuthorHidden, name }: CitedItem,
  isInText: boolean,
  { style, numberOf }: CitationWriting,
): string {
  if (style === 'numeric') return String(numberOf(key));
  const { authors = '', year = '' } = name ?? {};
  return isAuthorHidden || isInText ? year : `${authors}, ${year}`;
}
