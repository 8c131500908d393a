import type { PublicArticle } from '../../content/library/library.ts';
import type { SearchEngine } from '../../search/engine.ts';
import { nextFolder, parts } from '../../server/release/parts.ts';
import { openSearch } from '../../server/release/search-files.ts';
import { readCatalogue } from './library.ts';
import { findRelated } from './neighbours.ts';

let engine: SearchEngine | undefined;

/** What to read next, for prerendered pages: by the public index of the build at hand. */
export function relateArticles(article: PublicArticle): PublicArticle[] {
  engine ??= openSearch(nextFolder(process.env), parts.openIndex);
  return findRelated(article, { engine, catalogue: readCatalogue() });
}
