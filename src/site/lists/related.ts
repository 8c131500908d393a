import { join } from 'node:path';
import { openFileReader } from '../../library/file-reader.ts';
import type { PublicArticle } from '../../library/library.ts';
import { parts, stagingFolder } from '../../library/release-parts.ts';
import type { SearchEngine } from '../../search/engine.ts';
import { openSearch } from '../../search/search-files.ts';
import { readCatalogue } from '../library-access.ts';
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
