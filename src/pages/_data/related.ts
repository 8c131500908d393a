import type { PublicArticle } from '../../content/library/library.ts';
import type { SearchEngine } from '../../search/engine.ts';
import { loadIndex } from '../../search/flexsearch-engine.ts';
import { parts } from '../../server/release/parts.ts';
import { readBuilt, readCatalogue } from './library.ts';
import { findRelated } from './neighbours.ts';

let engine: SearchEngine | undefined;

/** What to read next, for prerendered pages: by the public index of the build at hand. */
export function relateArticles(article: PublicArticle): PublicArticle[] {
  engine ??= loadIndex(readBuilt(parts.openIndex));
  return findRelated(article, { engine, catalogue: readCatalogue() });
}
