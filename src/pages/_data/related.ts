import { join } from 'node:path';
import type { PublicArticle } from '../../content/library/library.ts';
import { openFileReader } from '../../release/file-reader.ts';
import { parts, stagingFolder } from '../../release/parts.ts';
import { openSearch } from '../../release/search-files.ts';
import type { SearchEngine } from '../../search/engine.ts';
import { readCatalogue } from './library.ts';
import { findRelated } from './neighbours.ts';

let engine: SearchEngine | undefined;

/** What to read next, for prerendered pages: by the public index of the build at hand. */
export function relateArticles(article: PublicArticle): PublicArticle[] {
  if (!engine) {
    const path = join(stagingFolder(process.env), parts.openIndex);
    engine = openSearch(path, openFileReader(path));
  }
  return findRelated(article, { engine, catalogue: readCatalogue() });
}
