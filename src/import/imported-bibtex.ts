const start = /@(\w+)\s*\{\s*([^\s,{}]*)/g;
const always = new Set(['string', 'preamble']);

/** Returns the cited entries of a BibTeX file unchanged, with the definitions they may use. */
export function pickEntries(text: string, cited: ReadonlySet<string>): string {
  const picked: string[] = [];
  for (const { index, 1: type = '', 2: key = '' } of text.matchAll(start)) {
    const kind = type.toLowerCase();
    if (kind === 'comment' || !(always.has(kind) || cited.has(key))) continue;
    picked.push(text.slice(index, endOfEntry(text, index)));
  }
  return picked.length > 0 ? `${picked.join('\n\n')}\n` : '';
}

/** Where the braces that an entry opens are all closed. */
function endOfEntry(text: string, from: number): number {
  let depth = 0;
  for (let at = text.indexOf('{', from); at < text.length; at += 1) {
    if (text.charAt(at - 1) === '\\') continue;
    if (text.charAt(at) === '{') depth += 1;
    if (text.charAt(at) === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}
