/** As many as one call of the API checks. */
const maxQuotes = 20;
const maxLength = 2_000;
/** Finds quotations of four words or more; one quotation may contain another; `>` begins a quoted line. */
const marked =
  /"([^"\n]{12,})"|“((?:[^“”]|“[^“”]*”){12,})”|„([^“”]{12,})[“”]|«([^»]{12,})»|»([^«]{12,})«|((?:^>.*\n?)+)/gm;

/** The quotes in a text: what it marks as quoted or, where it marks nothing, each of its paragraphs. */
export function listQuotes(text: string): string[] {
  const plain = text.replaceAll('\r\n', '\n');
  const quoted = [...plain.matchAll(marked)].map(
    ([, ...groups]) => groups.find(Boolean)?.replaceAll(/^> ?/gm, '') ?? '',
  );
  const found = quoted.length > 0 ? quoted : plain.split(/\n\s*\n/);
  return found
    .map((quote) => quote.trim().slice(0, maxLength))
    .filter((quote) => (quoted.length === 0 ? quote !== '' : quote.split(/\s+/).length >= 4))
    .slice(0, maxQuotes);
}
