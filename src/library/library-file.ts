import { openPaidRows, openRows, type PaidRowIndex, type RowIndex } from './article-rows.ts';
import { joinSources, openBody, type Place, type TextSource } from './body-file.ts';
import { type Body, libraryFormat, type Page, type PaidLibrary, type PublicLibrary } from './library.ts';
import { parts } from './release-parts.ts';

/** An entry in the file of a library: everything but its texts, and their place. */
export type Stored<Entry extends { body: Body }> = Omit<Entry, 'body'> & { body: Place };

/** The files of texts. */
interface Bodies {
  /** Those of articles, by their paths inside the folder. They come before the one with all other texts. */
  files: string[];
  /** How long they are together. */
  bytes: number;
  /** `sha256:<hex>` of the last one; the names of the others are digests. */
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
 * Opens the public library.
 * @param text content of library.json
 * @param openFile opens another part of the release
 * @throws Error when another version of the software wrote it, or the texts do not have the length that it states;
 *   SyntaxError when it is not JSON
 */
export function openPublicLibrary(text: Buffer, openFile: OpenFile): PublicLibrary {
  const { bodies, articles, pages, ...rest }: StoredPublicLibrary = JSON.parse(text.toString());
  const texts = openTexts(rest.format, { bodies, name: parts.bodies, openFile });
  return {
    ...rest,
    articles: openRows(articles, texts),
    pages: pages.map((page) => ({ ...page, body: openBody(page.body, texts) })),
  };
}

/** Opens the paid library as `openPublicLibrary` opens the public one. */
export function openPaidLibrary(text: Buffer, openFile: OpenFile): PaidLibrary {
  const { bodies, articles, ...rest }: StoredPaidLibrary = JSON.parse(text.toString());
  const texts = openTexts(rest.format, { bodies, name: parts.paidBodies, openFile });
  return { ...rest, articles: openPaidRows(articles, texts) };
}

type OpenFile = (name: string) => TextSource;

/** @param about.name path of the last file */
function openTexts(format: number, about: { bodies: Bodies; name: string; openFile: OpenFile }): TextSource {
  const { bodies, name, openFile } = about;
  if (format !== libraryFormat) throw new Error('The build is of another version: run "npm run build".');
  const texts = joinSources([...bodies.files, name].map(openFile));
  if (texts.size !== bodies.bytes) throw new Error('The build is not whole: run "npm run build".');
  return texts;
}
