import { openRows, type RowIndex } from './article-rows.ts';
import { type LinePlaces, openBody, openLines, type Place, type TextSource } from './body-file.ts';
import {
  type ArticleBody,
  type Body,
  libraryFormat,
  type Page,
  type PaidLibrary,
  type PublicLibrary,
} from './library.ts';

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

type PaidLibraryArticle = PaidLibrary['articles'][number];
/** The facts of a paid article, but its slug. */
export type PaidRow = Omit<Stored<PaidLibraryArticle>, 'slug'>;

/** Content of paid-library.json. */
export interface StoredPaidLibrary extends Omit<PaidLibrary, 'articles'> {
  articles: { slugs: string[]; rows: LinePlaces };
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
  const row = openLines<PaidRow>(articles.rows, texts);
  return { ...rest, articles: articles.slugs.map((slug, at) => new StoredPaidArticle(slug, () => row(at), texts)) };
}

/** Its row is read when one of its facts is requested. */
class StoredPaidArticle implements PaidLibraryArticle {
  readonly slug: string;
  readonly #row: () => PaidRow;
  readonly #texts: TextSource;

  constructor(slug: string, row: () => PaidRow, texts: TextSource) {
    this.slug = slug;
    this.#row = row;
    this.#texts = texts;
  }

  get body(): ArticleBody {
    return openBody(this.#row().body, this.#texts);
  }

  get contentDigest(): string {
    return this.#row().contentDigest;
  }

  get textDigest(): string {
    return this.#row().textDigest;
  }

  toJSON(): PaidLibraryArticle {
    const { slug, body, contentDigest, textDigest } = this;
    return { slug, body, contentDigest, textDigest };
  }
}

function check(format: number, { bytes }: Bodies, texts: TextSource): void {
  if (format !== libraryFormat) throw new Error('The build is of another version: run "npm run build".');
  if (texts.size !== bytes) throw new Error('The build is not whole: run "npm run build".');
}
