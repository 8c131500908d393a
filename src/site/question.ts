/** What /ask takes, in UTF-16 code units. */
const longest = 1_000;

/** What is asked in `q`, cut where it is too long to be asked over the API, and never within a character: half of one has no address. */
export function readQuestion({ searchParams }: Pick<URL, 'searchParams'>): string {
  const cut = (searchParams.get('q') ?? '').slice(0, longest);
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trim();
}
