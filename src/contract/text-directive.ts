/** A quote with more words than this is named by its first and last words. */
const maxWholeWords = 12;
const edgeWords = 5;

/**
 * A text directive of a URL (URL Fragment Text Directives). The words of a range must be in one block each: its edges
 * are the first words of the first line and the last of the last.
 */
export function encodeDirective(quote: string): string {
  const lines = quote
    .split('\n')
    .map((line) => line.split(/\s+/).filter(Boolean))
    .filter((words) => words.length > 0);
  const [first = []] = lines;
  const last = lines.at(-1) ?? [];
  if (lines.length === 1 && first.length <= maxWholeWords) return encode(first);
  return `${encode(first.slice(0, edgeWords))},${encode(last.slice(-edgeWords))}`;
}

/** A hyphen, a comma and an ampersand have a meaning in a directive. */
function encode(words: readonly string[]): string {
  return encodeURIComponent(words.join(' ')).replaceAll('-', '%2D');
}
