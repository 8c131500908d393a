import { LRUCache } from 'lru-cache';
import { type BodyWriter, openBody, StoredCitation, type TextSource } from './body-file.ts';
import { startSha256 } from './digest.ts';
import type { ArticleBody, Author, Citation, License, OutlineEntry, PublicArticle, Revision } from './library.ts';

/**
 * Articles in the file of texts. The row of an article has the facts that lists need. It is a line of JSON that is read
 * when the library is opened. Body, citation and details are read each time they are requested.
 */

/** Facts that only the article itself shows. */
type Details = Pick<PublicArticle, 'outline' | 'revisions' | 'contentDigest' | 'versionName'>;

/**
 * Facts that few articles have: a row has only those that differ. Texts that were stored before a fact existed have its
 * value here.
 */
export const rare = {
  aliases: [],
  price: null,
  updated: null,
  questions: [],
  version: null,
  versions: [],
  corrections: [],
  retracted: null,
  series: null,
  translationOf: null,
  doi: null,
  artifacts: [],
  roles: {},
  releaseAt: null,
  pdf: null,
  finding: null,
  cover: null,
} satisfies Partial<PublicArticle>;
for (const value of Object.values(rare)) if (value !== null) Object.freeze(value);

type RareFacts = Pick<PublicArticle, keyof typeof rare>;
type Facts = Omit<PublicArticle, keyof RareFacts | keyof Details | 'body' | 'citation' | 'publicDigest'>;

/**
 * Byte offset in the file, then the lengths of Markdown, HTML, spans, charts, citation and details, one after the
 * other.
 */
type Places = readonly number[];
const placeCount = 7;
const digestBytes = 32;
/** Maximum bytes of the recently read details, as JSON. */
const cachedDetailBytes = 2_000_000;
const lineBreak = 0x0a;

interface Row extends Omit<Facts, 'authors' | 'license'>, Partial<RareFacts> {
  /** Indexes in the lists of the library. */
  authors: readonly number[];
  license: number;
  /** `publicDigest` in hex, without its prefix. */
  digest: string;
  places: Places;
}

/** An article whose texts are in the file already. */
export type PlacedArticle = Omit<PublicArticle, 'body' | 'citation' | 'publicDigest'> & {
  places: Places;
  publicDigest: string;
};

/** Where the rows are, and the values that many of them share. */
export interface RowIndex {
  count: number;
  start: number;
  bytes: number;
  authors: Author[];
  licenses: License[];
}

export function placeArticle(
  { body, citation, ...article }: Omit<PublicArticle, 'publicDigest'>,
  writer: BodyWriter,
): Omit<PlacedArticle, 'publicDigest'> {
  const { outline, revisions, contentDigest, versionName } = article;
  const details: Details = { outline, revisions, contentDigest, versionName };
  const places = [...writer.add(body), ...[citation, details].map((value) => writer.addText(JSON.stringify(value))[1])];
  return { ...article, places };
}

export function writeRows(articles: Iterable<PlacedArticle>, writer: BodyWriter): RowIndex {
  const authors = new Map<string, number>();
  const licenses = new Map<string, number>();
  let [count, start, bytes] = [0, 0, 0];
  for (const article of articles) {
    const { outline: _, revisions: __, contentDigest: ___, versionName: ____, publicDigest, ...facts } = article;
    const row = {
      ...Object.fromEntries(Object.entries(facts).filter(([name, value]) => !isAbsent(name, value))),
      authors: article.authors.map((author) => indexOf(authors, author)),
      license: indexOf(licenses, article.license),
      digest: publicDigest.replace('sha256:', ''),
    };
    const [at, length] = writer.addText(`${JSON.stringify(row)}\n`);
    if (count === 0) start = at;
    count += 1;
    bytes += length;
  }
  const parse = (known: Map<string, number>) => [...known.keys()].map((text) => JSON.parse(text));
  return { count, start, bytes, authors: parse(authors), licenses: parse(licenses) };
}

const usual = new Map(Object.entries(rare).map(([name, value]) => [name, JSON.stringify(value)]));

function isAbsent(name: string, value: unknown): boolean {
  return usual.has(name) && usual.get(name) === JSON.stringify(value);
}

function indexOf(known: Map<string, number>, value: object): number {
  const text = JSON.stringify(value);
  const index = known.get(text) ?? known.size;
  known.set(text, index);
  return index;
}

/** Digest of all that a library has of an article, its texts too, which are read but not decoded. */
export function digestStored(article: PublicArticle): string {
  if (!(article instanceof StoredArticle)) throw new Error(`${article.slug} is not from the file of a library.`);
  return article.digestAll();
}

/** Opens the articles of a library. @throws SyntaxError when a row is not JSON */
export function openRows(index: RowIndex, texts: TextSource): PublicArticle[] {
  const { count, start, bytes, authors, licenses } = index;
  const lines = texts.read(start, bytes);
  const placed = new ArticleTexts(texts, count);
  const strings = new Map<string, string>();
  const intern = (text: string) => {
    const known = strings.get(text);
    if (known === undefined) strings.set(text, text);
    return known ?? text;
  };
  const articles: PublicArticle[] = [];
  for (let from = 0; from < bytes; ) {
    const end = lines.indexOf(lineBreak, from);
    const row: Row = JSON.parse(lines.toString('utf8', from, end));
    from = end + 1;
    const index = articles.length;
    placed.set(index, row.places, row.digest);
    const shared = {
      date: intern(row.date),
      tags: row.tags.map(intern),
      authors: row.authors.flatMap((at) => authors[at] ?? []),
      license: licenses[row.license] ?? missingLicense(),
    };
    articles.push(new StoredArticle(row, shared, { texts: placed, index }));
  }
  return articles;
}

function missingLicense(): never {
  throw new Error('The build is not whole: run "npm run build".');
}

/** Places and digests of all articles, in two blocks of memory instead of an object each. */
class ArticleTexts {
  readonly #texts: TextSource;
  readonly #places: Float64Array;
  readonly #digests: Buffer;
  readonly #details = new LRUCache<number, Details>({ maxSize: cachedDetailBytes });

  constructor(texts: TextSource, count: number) {
    this.#texts = texts;
    this.#places = new Float64Array(count * placeCount);
    this.#digests = Buffer.alloc(count * digestBytes);
  }

  set(index: number, places: Places, digest: string): void {
    this.#places.set(places, index * placeCount);
    this.#digests.write(digest, index * digestBytes, 'hex');
  }

  body(index: number): ArticleBody {
    const [start = 0, markdown = 0, html = 0, spans = 0, charts = 0] = this.#placesOf(index);
    return openBody([start, markdown, html, spans, charts], this.#texts);
  }

  citation(index: number): Citation {
    const places = this.#placesOf(index);
    return new StoredCitation([sum(places.subarray(0, 5)), places[5] ?? 0], this.#texts);
  }

  /** The recent ones are cached: a response reads several facts of one article, and an answer the outlines of ten. */
  details(index: number): Details {
    const known = this.#details.get(index);
    if (known) return known;
    const places = this.#placesOf(index);
    const size = places[6] ?? 0;
    const details: Details = JSON.parse(this.#texts.read(sum(places.subarray(0, 6)), size).toString());
    this.#details.set(index, details, { size: Math.max(size, 1) });
    return details;
  }

  /** The bytes of its body, citation and details. */
  bytes(index: number): Buffer {
    const [start = 0, ...lengths] = this.#placesOf(index);
    return this.#texts.read(start, sum(Float64Array.from(lengths)));
  }

  digest(index: number): string {
    return `sha256:${this.#digests.toString('hex', index * digestBytes, (index + 1) * digestBytes)}`;
  }

  #placesOf(index: number): Float64Array {
    return this.#places.subarray(index * placeCount, (index + 1) * placeCount);
  }
}

/**
 * A class that names its fields: V8 stores an object that `Object.assign` fills as a dictionary, which is five times as
 * large.
 */
class StoredArticle implements PublicArticle {
  id: PublicArticle['id'];
  slug: PublicArticle['slug'];
  aliases: PublicArticle['aliases'];
  title: PublicArticle['title'];
  description: PublicArticle['description'];
  tier: PublicArticle['tier'];
  price: PublicArticle['price'];
  date: PublicArticle['date'];
  updated: PublicArticle['updated'];
  authors: PublicArticle['authors'];
  tags: PublicArticle['tags'];
  questions: PublicArticle['questions'];
  license: PublicArticle['license'];
  version: PublicArticle['version'];
  versions: PublicArticle['versions'];
  corrections: PublicArticle['corrections'];
  retracted: PublicArticle['retracted'];
  series: PublicArticle['series'];
  language: PublicArticle['language'];
  translationOf: PublicArticle['translationOf'];
  doi: PublicArticle['doi'];
  artifacts: PublicArticle['artifacts'];
  roles: PublicArticle['roles'];
  releaseAt: PublicArticle['releaseAt'];
  words: PublicArticle['words'];
  previewWords: PublicArticle['previewWords'];
  readingMinutes: PublicArticle['readingMinutes'];
  pdf: PublicArticle['pdf'];
  finding: PublicArticle['finding'];
  cover: PublicArticle['cover'];
  readonly #texts: ArticleTexts;
  readonly #index: number;

  constructor(
    row: Row,
    shared: Pick<PublicArticle, 'authors' | 'license' | 'tags' | 'date'>,
    { texts, index }: { texts: ArticleTexts; index: number },
  ) {
    this.id = row.id === row.slug ? row.slug : row.id;
    this.slug = row.slug;
    this.aliases = row.aliases ?? rare.aliases;
    this.title = row.title;
    this.description = row.description;
    this.tier = row.tier;
    this.price = row.price ?? rare.price;
    this.date = shared.date;
    this.updated = row.updated ?? rare.updated;
    this.authors = shared.authors;
    this.tags = shared.tags;
    this.questions = row.questions ?? rare.questions;
    this.license = shared.license;
    this.version = row.version ?? rare.version;
    this.versions = row.versions ?? rare.versions;
    this.corrections = row.corrections ?? rare.corrections;
    this.retracted = row.retracted ?? rare.retracted;
    this.series = row.series ?? rare.series;
    this.language = row.language;
    this.translationOf = row.translationOf ?? rare.translationOf;
    this.doi = row.doi ?? rare.doi;
    this.artifacts = row.artifacts ?? rare.artifacts;
    this.roles = row.roles ?? rare.roles;
    this.releaseAt = row.releaseAt ?? rare.releaseAt;
    this.words = row.words;
    this.previewWords = row.previewWords;
    this.readingMinutes = row.readingMinutes;
    this.pdf = row.pdf ?? rare.pdf;
    this.finding = row.finding ?? rare.finding;
    this.cover = row.cover ?? rare.cover;
    this.#texts = texts;
    this.#index = index;
    for (const [name, getter] of readLater) Object.defineProperty(this, name, getter);
  }

  /** `publicDigest` has all facts but these two. */
  digestAll(): string {
    const { publicDigest, releaseAt, readingMinutes } = this;
    const facts = JSON.stringify([publicDigest, releaseAt, readingMinutes]);
    return startSha256().update(facts).update(this.#texts.bytes(this.#index)).digest('hex');
  }

  get body(): ArticleBody {
    return this.#texts.body(this.#index);
  }

  get citation(): Citation {
    return this.#texts.citation(this.#index);
  }

  get outline(): OutlineEntry[] {
    return this.#texts.details(this.#index).outline;
  }

  get revisions(): Revision[] {
    return this.#texts.details(this.#index).revisions;
  }

  get contentDigest(): string | null {
    return this.#texts.details(this.#index).contentDigest;
  }

  get versionName(): string {
    return this.#texts.details(this.#index).versionName;
  }

  get publicDigest(): string {
    return this.#texts.digest(this.#index);
  }
}

/**
 * The same properties as an object's own, so that a copy of an article has them. A copy with another fact has another
 * digest.
 */
const {
  constructor: _,
  publicDigest: __,
  digestAll: ___,
  ...getters
} = Object.getOwnPropertyDescriptors(StoredArticle.prototype);
const readLater = Object.entries(getters).map(([name, getter]) => [name, { ...getter, enumerable: true }] as const);

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}
