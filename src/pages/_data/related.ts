import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PublicArticle } from '../../content/library.ts';
import type { SearchEngine } from '../../search/engine.ts';
import { loadIndex } from '../../search/flexsearch-engine.ts';
import { buildFiles, buildFolder } from '../../server/build-files.ts';
import { readCatalogue } from './library.ts';
import { findRelated } from './neighbours.ts';

let engine: SearchEngine | undefined;

/** What to read next, for prerendered pages: by the public index of the build at hand. */
export function relateArticles(article: PublicArticle): PublicArticle[] {
  engine ??= loadIndex(readFileSync(resolve(buildFolder(process.env), buildFiles.openIndex)));
  return findRelated(article, { engine, catalogue: readCatalogue() });
}
