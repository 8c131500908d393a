import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { AstroGlobal } from 'astro';
import type { RecordedExamples } from '../contract/openapi/recorded-examples.ts';
import { type Catalogue, createCatalogue, ofList } from '../core/articles.ts';
import { openFileReader } from '../library/file-reader.ts';
import type { Page, PublicArticle, PublicLibrary } from '../library/library.ts';
import { openPublicLibrary } from '../library/library-file.ts';
import { parts, stagingFolder } from '../library/release-parts.ts';
import { hasSaved, replaceArticles, savedFolder } from '../library/saved-articles.ts';
import type { VersionIndex, VersionRecord } from '../library/versions.ts';

let library: PublicLibrary | undefined;
let catalogue: { of: PublicLibrary; is: Catalogue } | undefined;
let versions: VersionIndex | undefined;
/** When a preview wrote what was read. */
let readAt = '';

/** The compiled public library, read once per build. For prerendered pages; the others ask `locals`. */
export function readLibrary(): PublicLibrary {
  if (import.meta.env?.DEV) forgetOld();
  library ??= openBuilt(stagingFolder(process.env));
  return library;
}

function openBuilt(folder: string): PublicLibrary {
  const read = (from: string) =>
    openPublicLibrary(readFileSync(join(from, parts.library)), (name) => openFileReader(resolve(from, name)));
  const built = read(folder);
  if (!hasSaved(folder)) return built;
  return { ...built, articles: replaceArticles(built.articles, read(savedFolder(folder)).articles) };
}

/** In a preview, articles are saved while the modules of pages stay loaded. */
function forgetOld(): void {
  const folder = stagingFolder(process.env);
  const written = [folder, savedFolder(folder)].map(
    (from) => statSync(join(from, parts.library), { throwIfNoEntry: false })?.mtimeMs,
  );
  const now = written.join(' ');
  if (now === readAt) return;
  readAt = now;
  library = undefined;
  versions = undefined;
}

/** What is released at the moment of the build: all that a prerendered page may mention. */
export function readCatalogue(): Catalogue {
  const current = readLibrary();
  if (catalogue?.of !== current) catalogue = { of: current, is: createCatalogue(current, Date.now) };
  return catalogue.is;
}

const bySlug = ofList((articles) => new Map(articles.map((article) => [article.slug, article])));

/** The article of a prerendered page. @throws Error when there is none */
export function readArticle(slug: string): PublicArticle {
  const article = bySlug(readLibrary().articles).get(slug);
  if (!article) throw new Error(`There is no article ${slug}.`);
  return article;
}

/** What is released, for a page made now or at the build. */
export function listReleased({ isPrerendered, locals }: Pick<AstroGlobal, 'isPrerendered' | 'locals'>) {
  return (isPrerendered ? readCatalogue() : locals.services.catalogue).list();
}

/**
 * Names of the stored texts of an article, in a build. A text that was published before the articles were in git is not
 * stored.
 */
function listBuiltTexts(article: PublicArticle): readonly string[] {
  return listBuiltRecords(article)?.map(({ name }) => name) ?? [article.versionName];
}

/** The stored texts of an article, in a build; undefined when there are none. */
export function listBuiltRecords({ id }: PublicArticle): readonly VersionRecord[] | undefined {
  versions ??= readVersions();
  return versions[id]?.records;
}

/** Names of the stored texts of an article, each of which has a page, for a page made now or at the build. */
export function listTexts(
  article: PublicArticle,
  { isPrerendered, locals }: Pick<AstroGlobal, 'isPrerendered' | 'locals'>,
): readonly string[] {
  return isPrerendered ? listBuiltTexts(article) : locals.services.versions.list(article).map(({ name }) => name);
}

function readVersions(): VersionIndex {
  return JSON.parse(readBuilt(parts.versions).toString());
}

/** Throws when neither the publication nor the software has such a page. */
export function readPage(name: string): Page {
  const page = readLibrary().pages.find((candidate) => candidate.name === name);
  if (!page) throw new Error(`There is no page ${name}.`);
  return page;
}

/** Reads the responses that the service returned during the build, without a key and without paid text. */
export function readExamples(): RecordedExamples {
  return JSON.parse(readBuilt(parts.examples).toString());
}

/** A file of the build at hand. */
function readBuilt(name: string): Buffer {
  return readFileSync(builtPath(name));
}

function builtPath(name: string): string {
  return resolve(stagingFolder(process.env), name);
}

const newest = 1_000;

/**
 * The articles whose pages are files: the newest, the scheduled ones too (the server withholds their files until the
 * moment comes). Older ones are rendered when first asked for, so that a build does not grow with its library.
 */
export function listPrerendered(): readonly PublicArticle[] {
  return readLibrary().articles.slice(0, newest);
}

/** Names of the pages that the publication and the software have, for a page made now or at the build. */
export function listPages({
  isPrerendered,
  locals,
}: Pick<AstroGlobal, 'isPrerendered' | 'locals'>): ReadonlySet<string> {
  const { pages } = isPrerendered ? readLibrary() : locals.services.library;
  return new Set(pages.map(({ name }) => name));
}
