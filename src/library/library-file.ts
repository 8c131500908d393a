import type { FigureData } from './figure-data.ts';
import type { FileReader } from './file-reader.ts';
import {
  type ArticleBody,
  type Body,
  type Citation,
  libraryFormat,
  type Page,
  type PaidArticle,
  type PaidLibrary,
  type PublicArticle,
  type PublicLibrary,
  type SectionSpan,
} from './library.ts';

/**
 * Place of a body in the file of texts: its first byte, then the lengths of its Markdown, its HTML and, for an article, its spans
 * and charts as JSON.
 */
type Place = readonly [start: number, markdown: number, html: number, spans: number, charts: number];
/** Place of a citation, which is JSON. */
type CitationPlace = readonly [start: number, length: number];

/** An entry in the file of a library: everything but its texts, and their place. */
export type Stored<Entry extends { body: Body }> = Omit<Entry, 'body'> & { body: Place };

/** The file of texts: its length and its digest, `sha256:<hex>`. */
interface Bodies {
  bytes: number;
  digest: string;
}

/** The contents of library.json. */
export interface StoredPublicLibrary extends Omit<PublicLibrary, 'articles' | 'pages'> {
  articles: (Omit<Stored<PublicArticle>, 'citation'> & { citation: CitationPlace })[];
  pages: Stored<Page>[];
  bodies: Bodies;
}

/** Content of paid-library.json. */
export interface StoredPaidLibrary extends Omit<PaidLibrary, 'articles'> {
  articles: Stored<PaidArticle>[];
  bodies: Bodies;
}

export interface BodyWriter {
  add(body: Body | ArticleBody): Place;
  addCitation(citation: Citation): CitationPlace;
  /** Writes the rest. */
  end(): void;
}

const roomBytes = 1 << 20;
/** UTF-8 needs at most this many bytes for a UTF-16 code unit. */
const maxUnitLength = 3;

/**
 * Writes bodies one after the other as UTF-8, so that no more than a megabyte of them is in memory.
 * @param write receives them in large pieces and must not retain them
 */
export function createBodyWriter(write: (bytes: Uint8Array) => void): BodyWriter {
  // Not allocUnsafe: no byte of other memory can get into a public file.
  const room = Buffer.alloc(roomBytes);
  let filled = 0;
  let start = 0;

  function flush() {
    if (filled > 0) write(room.subarray(0, filled));
    filled = 0;
  }

  function put(text: string): number {
    if (text.length * maxUnitLength > roomBytes) {
      flush();
      const bytes = Buffer.from(text);
      write(bytes);
      return bytes.length;
    }
    if (text.length * maxUnitLength > roomBytes - filled) flush();
    const written = room.write(text, filled);
    filled += written;
    return written;
  }

  return {
    add(body) {
      const spans = 'spans' in body ? JSON.stringify(body.spans) : '';
      const charts = 'charts' in body && body.charts ? JSON.stringify(body.charts) : '';
      const place: Place = [start, put(body.markdown), put(body.html), put(spans), put(charts)];
      start += place[1] + place[2] + place[3] + place[4];
      return place;
    },
    addCitation(citation) {
      const place: CitationPlace = [start, put(JSON.stringify(citation))];
      start += place[1];
      return place;
    },
    end: flush,
  };
}

/** The texts of a library by their places: a file of them, or all of them in memory. */
export type TextSource = Pick<FileReader, 'size' | 'read'>;

/** Texts that are in memory. */
export function inMemoryTexts(bytes: Buffer): TextSource {
  return { size: bytes.length, read: (start, length) => bytes.subarray(start, start + length) };
}

/** A body that `createBodyWriter` wrote, read from the file each time it is requested. */
export function openBody(place: Place, texts: TextSource): ArticleBody {
  return new StoredBody(place, texts);
}

/** A class, because V8 stores an object literal with getters as a dictionary, which is several times as large. */
class StoredBody implements ArticleBody {
  readonly #place: Place;
  readonly #texts: TextSource;

  constructor(place: Place, texts: TextSource) {
    this.#place = place;
    this.#texts = texts;
  }

  get markdown(): string {
    const [start, markdown] = this.#place;
    return this.#texts.read(start, markdown).toString();
  }

  get html(): string {
    const [start, markdown, html] = this.#place;
    return this.#texts.read(start + markdown, html).toString();
  }

  get spans(): SectionSpan[] {
    const [start, markdown, html, spans] = this.#place;
    return spans === 0 ? [] : JSON.parse(this.#texts.read(start + markdown + html, spans).toString());
  }

  get charts(): FigureData[] | undefined {
    const [start, markdown, html, spans, charts] = this.#place;
    return charts === 0 ? undefined : JSON.parse(this.#texts.read(start + markdown + html + spans, charts).toString());
  }

  /** Serializes as its texts, like a body in memory. */
  toJSON(): ArticleBody {
    const { markdown, html, spans, charts } = this;
    return charts ? { markdown, html, spans, charts } : { markdown, html, spans };
  }
}

/** Read when needed: in memory, the four formats of a citation would be the largest part of an article. */
class StoredCitation implements Citation {
  readonly #place: CitationPlace;
  readonly #texts: TextSource;

  constructor(place: CitationPlace, texts: TextSource) {
    this.#place = place;
    this.#texts = texts;
  }

  get bibtex(): string {
    return this.toJSON().bibtex;
  }

  get ris(): string {
    return this.toJSON().ris;
  }

  get apa(): string {
    return this.toJSON().apa;
  }

  get csl(): Record<string, unknown> {
    return this.toJSON().csl;
  }

  toJSON(): Citation {
    return JSON.parse(this.#texts.read(...this.#place).toString());
  }
}

/**
 * Opens the public library from its two files.
 * @throws Error when another version of the software wrote them, or the second does not have the length that the first states;
 * SyntaxError when the first is not JSON
 */
export function openPublicLibrary(text: Buffer, texts: TextSource): PublicLibrary {
  const { bodies, articles, pages, ...rest }: StoredPublicLibrary = JSON.parse(text.toString());
  check(rest.format, bodies, texts);
  const cited = articles.map((article) => ({ ...article, citation: new StoredCitation(article.citation, texts) }));
  return { ...rest, articles: openEntries(cited, texts), pages: openEntries(pages, texts) };
}

/** Opens the paid library from its two files; throws as `openPublicLibrary` does. */
export function openPaidLibrary(text: Buffer, texts: TextSource): PaidLibrary {
  const { bodies, articles, ...rest }: StoredPaidLibrary = JSON.parse(text.toString());
  check(rest.format, bodies, texts);
  return { ...rest, articles: openEntries(articles, texts) };
}

function openEntries<Entry>(
  entries: readonly (Entry & { body: Place })[],
  texts: TextSource,
): (Entry & { body: ArticleBody })[] {
  return entries.map((entry) => ({ ...entry, body: openBody(entry.body, texts) }));
}

function check(format: number, { bytes }: Bodies, texts: TextSource): void {
  if (format !== libraryFormat) throw new Error('The build is of another version: run "npm run build".');
  if (texts.size !== bytes) throw new Error('The build is not whole: run "npm run build".');
}
