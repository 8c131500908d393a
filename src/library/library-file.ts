import { openPaidRows, openRows, type PaidRowIndex, type RowIndex } from './article-rows.ts';
import { openBody, type Place, type TextSource } from './body-file.ts';
import { type Body, libraryFormat, type Page, type PaidLibrary, type PublicLibrary } from './library.ts';

/** An entry in the file of a library: everything but its texts, and their place. */
export type Stored<Entry extends { body: Body }> = Omit<Entry, 'body'> & { body: Place };

/** The file of texts: its length and its digest, `sha256:<hex>`. */
interface Bodies {
  bytes: number;
  digest: string;
}

/** The contents of library.json. */
export interface StoredPublicLibrary extends Omit<PublicLibrary, 'articles' | 'pages'> {
  articles: RowIndex;
  pages: Stored<Page>[];
  bodies: Bodies;
}

/** Content of paid-library.json. */
export interface StoredPaidLibrary extends Omit<PaidLibrary, 'articles'> {
  articles: PaidRowIndex;
  bodies: Bodies;
}

/**
 * Opens the public library from its two files.
 * @throws Error when another version of the software wrote them, or the second does not have the length that the first
 *   states;
 * SyntaxError when the first is not JSON
 */
export function openPublicLibrary(text: Buffer, texts: TextSource): PublicLibrary {
  const { bodies, articles, pages, ...rest }: StoredPublicLibrary = JSON.parse(text.toString());
  check(rest.format, bodies, texts);
  return {
    ...rest,
    articles: openRows(articles, texts),
    pages: pages.map((page) => ({ ...page, body: openBody(page.body, texts) })),
  };
}

/** Opens the paid library from its two files; throws as `openPublicLibrary` does. */
export function openPaidLibrary(text: Buffer, texts: TextSource): PaidLibrary {
  const { bodies, articles, ...rest }: StoredPaidLibrary = JSON.parse(text.toString());
  check(rest.format, bodies, texts);
  return { ...rest, articles: openPaidRows(articles, texts) };
}

function check(format: number, { bytes }: Bodies, texts: TextSource): void {
  if (format !== libraryFormat) throw new Error('The build is of another version: run "npm run build".');
  if (texts.size !== bytes) throw new Error('The build is not whole: run "npm run build".');
}
