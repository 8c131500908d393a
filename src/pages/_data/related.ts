import type { PublicArticle } from '../../content/library/library.ts';
import type { SearchEngine } from '../../search/engine.ts';
import { loadIndex } from '../../search/flexsearch-engine.ts';
import { buildFiles } from '../../server/release/build-files.ts';
import { readBuilt, readCatalogue } from './library.ts';
import { findRelated } from './neighbours.ts';

let engine: SearchEngine | undefined;

/** What to read next, for prerendered pages: by the public index of the build at hand. */
export function relateArticles(article: PublicArticle): PublicArticle[] {
  engine ??= loadIndex(readBuilt(buildFiles.openIndex));
  return findRelated(article, { engine, catalogue: readCatalogue() });
}
