import { join } from 'node:path';
import { ofList } from '../../core/articles.ts';
import { openFileReader } from '../../library/file-reader.ts';
import type { PublicArticle } from '../../library/library.ts';
import { parts, stagingFolder } from '../../library/release-parts.ts';
import type { SearchEngine } from '../../search/engine.ts';
import { openSearch } from '../../search/search-files.ts';
import { readCatalogue } from '../library-access.ts';
import { findRelated } from './neighbours.ts';

let engine: SearchEngine | undefined;
/** Suggestions by article, for one list of released articles: the page of an article and its key in the cache both read them. */
const suggested = ofList(() => new Map<PublicArticle, PublicArticle[]>());

/** Suggests what to read next on prerendered pages, from the public index of the current build. */
export function relateArticles(article: PublicArticle): PublicArticle[] {
  if (!engine) {
    const path = join(stagingFolder(process.env), parts.openIndex);
    engine = openSearch(path, openFileReader(path));
  }
  const catalogue = readCatalogue();
  const known = suggested(catalogue.list());
  const related = known.get(article) ?? findRelated(article, { engine, catalogue });
  known.set(article, related);
  return related;
}
