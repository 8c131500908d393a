import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import {
  type BodyWriter,
  type JoinedTexts,
  joinTexts,
  listTexts,
  openBody,
  type Place,
  StoredCitation,
  type TextSource,
} from './body-file.ts';
import type { ArticleBody, Author, Citation, License, PaidLibrary, PublicArticle, Tier } from './library.ts';

/**
 * Articles in the file of texts. To open a library reads columns, one text with the facts by which articles are found
 * and grouped. Each article's other facts are its row, a line of JSON that is read when one of them is requested. Body
 * and citation are read each time, details when they are not cached.
 */

/** Facts that only the article itself shows. */
type Details = Pick<PublicArticle, (typeof inDetails)[number]>;

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
const usualFacts: RareFacts = rare;
const rareNames = Object.keys(rare);

/** Facts by which articles are found and grouped. Each list has a member for each article. */
interface Columns {
  slugs: string[];
  /** Null for an ID that is the slug. */
  ids: (string | null)[];
  tiers: Tier[];
  /** Indexes in `dateNames`. */
  dates: number[];
  dateNames: string[];
  /** Indexes in `tagNames`. */
  tags: number[][];
  tagNames: string[];
  /** Indexes in the list of authors. */
  authors: number[][];
  /** Which of the rare facts are in the row: a bit for each of `rareNames`. */
  present: number[];
  rows: LinePlaces;
}

/**
 * Byte offset in the file, then the lengths of Markdown, HTML, spans, charts, citation and details, one after the
 * other.
 */
type Places = readonly [start: number, ...lengths: number[]];

/** Maximum bytes of the recently read details, as JSON. */
const cachedDetailBytes = 2_000_000;

type InColumns = (typeof inColumns)[number];
type Facts = Omit<PublicArticle, keyof RareFacts | keyof Details | InColumns | 'body' | 'citation' | 'publicDigest'>;

/** A line of JSON. It has only those rare facts that are marked as present. */
interface Row extends Omit<Facts, 'license'>, RareFacts {
  /** Index in the list of the library. */
  license: number;
  /** `publicDigest` in hex, without its prefix. */
  digest: string;
  /** SHA-256 of its texts in the file. */
  textsDigest: string;
  places: Places;
}

/** An article whose texts are in the file already. */
export type PlacedArticle = Omit<PublicArticle, 'body' | 'citation' | 'publicDigest'> & {
  places: Places;
  publicDigest: string;
  textsDigest: string;
};

/** Where the columns are, and the values that many articles share. */
export interface RowIndex {
  columns: readonly [start: number, bytes: number];
  authors: Author[];
  licenses: License[];
}

/** The texts of an article, as `Places` lists them. */
export function joinArticle({ body, citation, ...article }: Omit<PublicArticle, 'publicDigest'>): JoinedTexts {
  const { outline, revisions, contentDigest, versionName } = article;
  const details: Details = { outline, revisions, contentDigest, versionName };
  return joinTexts([...listTexts(body), JSON.stringify(citation), JSON.stringify(details)]);
}

export function writeRows(articles: readonly PlacedArticle[], writer: BodyWriter): RowIndex {
  const [authors, licenses, dates, tags] = [createNames(), createNames(), createNames(), createNames()];
  const toRow = (article: PlacedArticle) => ({
    ...Object.fromEntries(
      Object.entries(article).filter(([name, value]) => !notInRow.has(name) && !isAbsent(name, value)),
    ),
    license: licenses.numberOf(article.license),
    digest: article.publicDigest.replace('sha256:', ''),
  });
  const rows = writeLines(Iterator.from(articles).map(toRow), writer);
  const columns: Columns = {
    slugs: articles.map(({ slug }) => slug),
    ids: articles.map(({ id, slug }) => (id === slug ? null : id)),
    tiers: articles.map(({ tier }) => tier),
    dates: articles.map(({ date }) => dates.numberOf(date)),
    tags: articles.map((article) => article.tags.map(tags.numberOf)),
    authors: articles.map((article) => article.authors.map(authors.numberOf)),
    present: articles.map(markPresent),
    dateNames: dates.list(),
    tagNames: tags.list(),
    rows,
  };
  return { columns: writer.addText(JSON.stringify(columns)), authors: authors.list(), licenses: licenses.list() };
}

const inColumns = ['id', 'slug', 'tier', 'date', 'tags', 'authors'] as const;
const inDetails = ['outline', 'revisions', 'contentDigest', 'versionName'] as const;
const notInRow: ReadonlySet<string> = new Set([...inColumns, ...inDetails, 'publicDigest']);

/** Numbers different values in the order in which they come. */
function createNames() {
  const numbers = new Map<string, number>();
  return {
    numberOf(value: object | string): number {
      const text = JSON.stringify(value);
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      return number;
    },
    list: () => [...numbers.keys()].map((text) => JSON.parse(text)),
  };
}

function markPresent(article: PlacedArticle): number {
  const bits = Object.entries(article).map(([name, value]) =>
    usual.has(name) && !isAbsent(name, value) ? bitOf(name) : 0,
  );
  return bits.reduce((all, bit) => all | bit, 0);
}

function bitOf(name: string): number {
  return 1 << rareNames.indexOf(name);
}

const usual = new Map(Object.entries(rare).map(([name, value]) => [name, JSON.stringify(value)]));

function isAbsent(name: string, value: unknown): boolean {
  return usual.has(name) && usual.get(name) === JSON.stringify(value);
}

/** Digest of all that a library has of an article, its texts too. */
export function digestStored(article: PublicArticle): string {
  if (!(article instanceof StoredArticle)) throw new Error(`${article.slug} is not from the file of a library.`);
  return article.digestAll();
}

/**
 * Copies an article with other facts; `{ ...article }` would have none, because those of a stored article are read when
 * they are requested. The copy has no `publicDigest`, which is that of the original.
 */
export function copyArticle(article: PublicArticle, facts: Partial<PublicArticle>): PublicArticle {
  const copy: PublicArticle = Object.create(Object.prototype);
  for (const name of factNames) Reflect.set(copy, name, Reflect.get(article, name));
  return Object.assign(copy, facts);
}

/** Opens the articles of a library. @throws SyntaxError when its columns are not JSON */
export function openRows(index: RowIndex, texts: TextSource): PublicArticle[] {
  const library = new StoredArticles(index, texts);
  return library.columns.slugs.map((_, at) => new StoredArticle(library, at));
}

function missing(): never {
  throw new Error('The build is not whole: run "npm run build".');
}

/** The columns of a library, and the readers of its rows and details, which all its articles share. */
class StoredArticles {
  readonly columns: Omit<Columns, 'rows'>;
  readonly row: (index: number) => Row;
  readonly texts: TextSource;
  readonly #authors: readonly Author[];
  readonly #licenses: readonly License[];
  readonly #details = new LRUCache<number, Details>({ maxSize: cachedDetailBytes });

  constructor({ columns, authors, licenses }: RowIndex, texts: TextSource) {
    const { rows, ...others }: Columns = JSON.parse(texts.read(...columns).toString());
    this.columns = others;
    this.row = openLines(rows, texts);
    this.texts = texts;
    this.#authors = authors;
    this.#licenses = licenses;
  }

  rare<Name extends keyof RareFacts>(index: number, name: Name): RareFacts[Name] {
    const isPresent = ((this.columns.present[index] ?? 0) & bitOf(name)) !== 0;
    return isPresent ? this.row(index)[name] : usualFacts[name];
  }

  authors(index: number): Author[] {
    return (this.columns.authors[index] ?? []).flatMap((at) => this.#authors[at] ?? []);
  }

  tags(index: number): string[] {
    return (this.columns.tags[index] ?? []).flatMap((at) => this.columns.tagNames[at] ?? []);
  }

  license(index: number): License {
    return this.#licenses[this.row(index).license] ?? missing();
  }

  /** The recent ones are cached: a response reads several facts of one article, and an answer the outlines of ten. */
  details(index: number): Details {
    const known = this.#details.get(index);
    if (known) return known;
    const { places } = this.row(index);
    const size = places[6] ?? 0;
    const details: Details = JSON.parse(this.texts.read(sum(places.slice(0, 6)), size).toString());
    this.#details.set(index, details, { size: Math.max(size, 1) });
    return details;
  }
}

/** Its facts are getters: 100,000 articles with a member for each of them would take 1.5 seconds to open. */
class StoredArticle implements PublicArticle {
  readonly #library: StoredArticles;
  readonly #index: number;

  constructor(library: StoredArticles, index: number) {
    this.#library = library;
    this.#index = index;
  }

  get slug(): string {
    return this.#library.columns.slugs[this.#index] ?? missing();
  }

  get id(): string {
    return this.#library.columns.ids[this.#index] ?? this.slug;
  }

  get tier(): Tier {
    return this.#library.columns.tiers[this.#index] ?? missing();
  }

  get date(): string {
    const { dates, dateNames } = this.#library.columns;
    return dateNames[dates[this.#index] ?? -1] ?? missing();
  }

  get tags(): string[] {
    return this.#library.tags(this.#index);
  }

  get authors(): Author[] {
    return this.#library.authors(this.#index);
  }

  get license(): License {
    return this.#library.license(this.#index);
  }

  get title(): PublicArticle['title'] {
    return this.#row.title;
  }

  get description(): PublicArticle['description'] {
    return this.#row.description;
  }

  get language(): PublicArticle['language'] {
    return this.#row.language;
  }

  get words(): PublicArticle['words'] {
    return this.#row.words;
  }

  get previewWords(): PublicArticle['previewWords'] {
    return this.#row.previewWords;
  }

  get readingMinutes(): PublicArticle['readingMinutes'] {
    return this.#row.readingMinutes;
  }

  get aliases(): PublicArticle['aliases'] {
    return this.#library.rare(this.#index, 'aliases');
  }

  get price(): PublicArticle['price'] {
    return this.#library.rare(this.#index, 'price');
  }

  get updated(): PublicArticle['updated'] {
    return this.#library.rare(this.#index, 'updated');
  }

  get questions(): PublicArticle['questions'] {
    return this.#library.rare(this.#index, 'questions');
  }

  get version(): PublicArticle['version'] {
    return this.#library.rare(this.#index, 'version');
  }

  get versions(): PublicArticle['versions'] {
    return this.#library.rare(this.#index, 'versions');
  }

  get corrections(): PublicArticle['corrections'] {
    return this.#library.rare(this.#index, 'corrections');
  }

  get retracted(): PublicArticle['retracted'] {
    return this.#library.rare(this.#index, 'retracted');
  }

  get series(): PublicArticle['series'] {
    return this.#library.rare(this.#index, 'series');
  }

  get translationOf(): PublicArticle['translationOf'] {
    return this.#library.rare(this.#index, 'translationOf');
  }

  get doi(): PublicArticle['doi'] {
    return this.#library.rare(this.#index, 'doi');
  }

  get artifacts(): PublicArticle['artifacts'] {
    return this.#library.rare(this.#index, 'artifacts');
  }

  get roles(): PublicArticle['roles'] {
    return this.#library.rare(this.#index, 'roles');
  }

  get releaseAt(): PublicArticle['releaseAt'] {
    return this.#library.rare(this.#index, 'releaseAt');
  }

  get pdf(): PublicArticle['pdf'] {
    return this.#library.rare(this.#index, 'pdf');
  }

  get finding(): PublicArticle['finding'] {
    return this.#library.rare(this.#index, 'finding');
  }

  get cover(): PublicArticle['cover'] {
    return this.#library.rare(this.#index, 'cover');
  }

  get outline(): PublicArticle['outline'] {
    return this.#library.details(this.#index).outline;
  }

  get revisions(): PublicArticle['revisions'] {
    return this.#library.details(this.#index).revisions;
  }

  get contentDigest(): PublicArticle['contentDigest'] {
    return this.#library.details(this.#index).contentDigest;
  }

  get versionName(): PublicArticle['versionName'] {
    return this.#library.details(this.#index).versionName;
  }

  get body(): ArticleBody {
    return openBody(this.#row.places, this.#library.texts);
  }

  get citation(): Citation {
    const { places } = this.#row;
    return new StoredCitation([sum(places.slice(0, 5)), places[5] ?? 0], this.#library.texts);
  }

  get publicDigest(): string {
    return `sha256:${this.#row.digest}`;
  }

  /** `publicDigest` has all facts but these two. */
  digestAll(): string {
    const { publicDigest, releaseAt, readingMinutes } = this;
    return JSON.stringify([publicDigest, releaseAt, readingMinutes, this.#row.textsDigest]);
  }

  toJSON(): PublicArticle {
    return copyArticle(this, {});
  }

  get #row(): Row {
    return this.#library.row(this.#index);
  }
}

const factNames = Object.entries(Object.getOwnPropertyDescriptors(StoredArticle.prototype)).flatMap(
  ([name, { get }]) => (get && name !== 'publicDigest' ? [name] : []),
);

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

type PaidLibraryArticle = PaidLibrary['articles'][number];

/** The facts of a paid article, but its slug; the body is in the file of texts. */
export type PaidRow = Omit<PaidLibraryArticle, 'slug' | 'body'> & { body: Place };

/** Where the rows of paid articles are. */
export interface PaidRowIndex {
  slugs: string[];
  rows: LinePlaces;
}

export function writePaidRows(
  articles: readonly { slug: string; row: PaidRow }[],
  writer: Pick<BodyWriter, 'addText'>,
): PaidRowIndex {
  const rows = writeLines(
    articles.map(({ row }) => row),
    writer,
  );
  return { slugs: articles.map(({ slug }) => slug), rows };
}

/** Opens the paid articles of a library. */
export function openPaidRows({ slugs, rows }: PaidRowIndex, texts: TextSource): PaidLibraryArticle[] {
  const row = openLines<PaidRow>(rows, texts);
  return slugs.map((slug, at) => new StoredPaidArticle(slug, () => row(at), texts));
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
}

/** Where lines of JSON are in a file of texts, one after the other. */
interface LinePlaces {
  start: number;
  lengths: number[];
  /** CRC-32 of each line: it detects damage on the disk, not forgery. */
  checks: number[];
}

/** Parsed lines in memory: a kilobyte each. */
const cachedLines = 5_000;

function writeLines(values: Iterable<unknown>, writer: Pick<BodyWriter, 'addText'>): LinePlaces {
  const places: LinePlaces = { start: 0, lengths: [], checks: [] };
  for (const value of values) {
    const text = `${JSON.stringify(value)}\n`;
    const [at, length] = writer.addText(text);
    if (places.lengths.length === 0) places.start = at;
    places.lengths.push(length);
    places.checks.push(crc32(text));
  }
  return places;
}

/**
 * Opens the output of `writeLines`: each line is read when it is requested, and some are remembered.
 * @returns reads a line by its number; throws an error when the file is damaged
 */
function openLines<Value extends object>(
  { start, lengths, checks }: LinePlaces,
  texts: TextSource,
): (number: number) => Value {
  const starts = new Float64Array(lengths.length);
  const sizes = Uint32Array.from(lengths);
  const sums = Uint32Array.from(checks);
  let end = start;
  for (const [number, size] of sizes.entries()) {
    starts[number] = end;
    end += size;
  }
  const known = new Map<number, Value>();
  return (number) => {
    const found = known.get(number);
    if (found) return found;
    const line = texts.read(starts[number] ?? 0, sizes[number] ?? 0);
    if (crc32(line) !== sums[number]) throw texts.report('was changed');
    const value: Value = JSON.parse(line.toString());
    if (known.size === cachedLines) known.clear();
    known.set(number, value);
    return value;
  };
}
