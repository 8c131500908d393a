import type { FigureData } from './figure-data.ts';
import type { FileReader } from './file-reader.ts';
import type { ArticleBody, Body, Citation, SectionSpan } from './library.ts';

/**
 * Place of a body in the file of texts: its first byte, then the lengths of its Markdown, its HTML and, for an article,
 * its spans and charts as JSON (`listTexts`).
 */
export type Place = readonly [start: number, ...lengths: number[]];
type TextPlace = readonly [start: number, length: number];

export type BodyWriter = ReturnType<typeof createBodyWriter>;

const roomBytes = 1 << 20;
/** UTF-8 needs at most this many bytes for a UTF-16 code unit. */
const maxUnitLength = 3;

/**
 * Writes bodies one after the other as UTF-8, so that no more than a megabyte of them is in memory.
 * @param write receives them in large pieces and must not retain them
 * @param start the place of the first byte
 */
export function createBodyWriter(write: (bytes: Uint8Array) => void, start = 0) {
  // Not allocUnsafe: no byte of other memory can get into a public file.
  const room = Buffer.alloc(roomBytes);
  let filled = 0;
  let next = start;

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
    /** @returns where they begin */
    addBytes(bytes: Buffer): number {
      if (bytes.length > roomBytes - filled) flush();
      if (bytes.length > roomBytes) write(bytes);
      else filled += bytes.copy(room, filled);
      const at = next;
      next += bytes.length;
      return at;
    },
    addText(text: string): TextPlace {
      const place: TextPlace = [next, put(text)];
      next += place[1];
      return place;
    },
    /** Writes the rest. */
    end: flush,
  };
}

/** Texts one after the other, as UTF-8. */
export interface JoinedTexts {
  lengths: number[];
  bytes: Buffer;
}

export function joinTexts(texts: readonly string[]): JoinedTexts {
  return { lengths: texts.map((text) => Buffer.byteLength(text)), bytes: Buffer.from(texts.join('')) };
}

/** The texts of a body in the order of `Place`. */
export function listTexts(body: Body | ArticleBody): [markdown: string, html: string, spans: string, charts: string] {
  const spans = 'spans' in body ? JSON.stringify(body.spans) : '';
  const charts = 'charts' in body && body.charts ? JSON.stringify(body.charts) : '';
  return [body.markdown, body.html, spans, charts];
}

/** The texts of a library by their places. */
export type TextSource = Pick<FileReader, 'size' | 'read' | 'report'>;

/** Opens files of texts, one at least, as if they were one: no text is in two of them. */
export function joinSources(files: readonly TextSource[]): TextSource {
  const starts: number[] = [];
  let size = 0;
  for (const file of files) {
    starts.push(size);
    size += file.size;
  }
  return {
    size,
    read(start, length) {
      const at = starts.findLastIndex((first) => first <= start);
      const bytes = files[at]?.read(start - (starts[at] ?? 0), length);
      if (!bytes) throw new RangeError('These texts have no file.');
      return bytes;
    },
    /** Facts, whose checksums are compared, are in the last one. */
    report: (what) => files.at(-1)?.report(what) ?? new Error(what),
  };
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
    const [start, markdown = 0] = this.#place;
    return this.#texts.read(start, markdown).toString();
  }

  get html(): string {
    const [start, markdown = 0, html = 0] = this.#place;
    return this.#texts.read(start + markdown, html).toString();
  }

  get spans(): SectionSpan[] {
    const [start, markdown = 0, html = 0, spans = 0] = this.#place;
    return spans === 0 ? [] : JSON.parse(this.#texts.read(start + markdown + html, spans).toString());
  }

  get charts(): FigureData[] | undefined {
    const [start, markdown = 0, html = 0, spans = 0, charts = 0] = this.#place;
    return charts === 0 ? undefined : JSON.parse(this.#texts.read(start + markdown + html + spans, charts).toString());
  }

  /** Serializes as its texts, like a body in memory. */
  toJSON(): ArticleBody {
    const { markdown, html, spans, charts } = this;
    return charts ? { markdown, html, spans, charts } : { markdown, html, spans };
  }
}

/** Read when needed: in memory, the four formats of a citation would be the largest part of an article. */
export class StoredCitation implements Citation {
  readonly #place: TextPlace;
  readonly #texts: TextSource;

  constructor(place: TextPlace, texts: TextSource) {
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
