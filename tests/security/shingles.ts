const length = 6;

function words(text: string): string[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Every run of six words inside a sentence: a run across a border of fields or headings is nobody's sentence. */
export function shinglesOf(text: string): Set<string> {
  const shingles = new Set<string>();
  for (const sentence of text.split(/[\n.!?;:|"<>()[\]{}]+/)) {
    const all = words(sentence);
    for (let index = 0; index + length <= all.length; index += 1)
      shingles.add(all.slice(index, index + length).join(' '));
  }
  return shingles;
}

/** Text as a reader could recover it: tags, entities, JSON escapes and percent forms undone. */
export function unwrap(text: string): string {
  const decoded = text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\[nrt]/g, '\n')
    .replace(/<\/?(?:a|abbr|code|em|kbd|mark|span|strong|sub|sup)\b[^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '\n')
    .replace(/&#x?[0-9a-f]+;|&\w+;/gi, ' ');
  try {
    return decodeURIComponent(decoded.replace(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch {
    return decoded;
  }
}

/** The first sold shingle in a text, if any. */
export function findLeak(text: string, sold: ReadonlySet<string>): string | undefined {
  for (const shingle of shinglesOf(unwrap(text))) if (sold.has(shingle)) return shingle;
  return undefined;
}
