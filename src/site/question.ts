/** Maximum length of a question to /ask, in UTF-16 code units. */
const maxLength = 1_000;

/**
 * Reads the question in `q` and cuts it to the length that the API accepts, but never within a character: half of one
 * cannot be encoded in a URL.
 */
export function readQuestion({ searchParams }: Pick<URL, 'searchParams'>): string {
  const cut = (searchParams.get('q') ?? '').slice(0, maxLength);
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trim();
}
