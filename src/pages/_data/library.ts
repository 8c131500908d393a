import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page, PublicLibrary } from '../../content/library.ts';
import { type Catalogue, createCatalogue } from '../../core/articles.ts';

let library: PublicLibrary | undefined;
let catalogue: Catalogue | undefined;

/** The compiled public library, read once per build from `$BUILD_DIR/library.json`. For prerendered pages; the others ask `locals`. */
export function readLibrary(): PublicLibrary {
  if (!library) {
    const compiled: PublicLibrary = JSON.parse(
      readFileSync(resolve(process.env.BUILD_DIR ?? 'build', 'library.json'), 'utf8'),
    );
    library = compiled;
  }
  return library;
}

/** What is released at the moment of the build: all that a prerendered page may mention. */
export function readCatalogue(): Catalogue {
  catalogue ??= createCatalogue(readLibrary(), Date.now);
  return catalogue;
}

/** Throws when content/pages has no such file. */
export function readPage(name: string): Page {
  const page = readLibrary().pages.find((candidate) => candidate.name === name);
  if (!page) throw new Error(`content/pages/${name}.md is missing; the site cannot be built without it.`);
  return page;
}
