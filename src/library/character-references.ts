const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  copy: '©',
  times: '×',
  rarr: '→',
  larr: '←',
  le: '≤',
  ge: '≥',
};
const reference = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,31}));/g;

/** The characters that the character references of Markdown and of HTML stand for. Unknown names stay as they are. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(reference, (whole: string, decimal?: string, hex?: string, name?: string) => {
    if (name) return named[name] ?? whole;
    const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex ?? '', 16);
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : '\uFFFD';
  });
}
