import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ofList } from '../../core/articles.ts';
import { openFileReader } from '../../library/file-reader.ts';
import type { PublicArticle } from '../../library/library.ts';
import { parts, stagingFolder } from '../../library/release-parts.ts';
import { openSearch, readSearchFiles } from '../../search/search-files.ts';
import { readCatalogue } from '../library-access.ts';
import { createRelatedFinder } from './neighbours.ts';

const findRelated = ofList(() => {
  const folder = stagingFolder(process.env);
  const { articles } = readSearchFiles(readFileSync(join(folder, parts.search)));
  const engine = openSearch(folder, { names: articles.open, openFile: (name) => openFileReader(join(folder, name)) });
  return createRelatedFinder({ engine, catalogue: readCatalogue() });
});

/** Suggests what to read next on prerendered pages, from the public index of the current build. */
export function relateArticles(article: PublicArticle): PublicArticle[] {
  return findRelated(readCatalogue().list())(article);
}
