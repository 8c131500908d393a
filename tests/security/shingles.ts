const length = 6;

function words(text: string): string[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Every run of six words. */
export function shinglesOf(text: string): Set<string> {
  const all = words(text);
  return new Set(
    all.slice(0, Math.max(0, all.length - length + 1)).map((_, index) => all.slice(index, index + length).join(' ')),
  );
}

/** Text as a reader could recover it: tags, entities, JSON escapes and percent forms undone. */
export function unwrap(text: string): string {
  const decoded = text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\[nrt]/g, ' ')
    .replace(/<[^>]*>/g, ' ')
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
