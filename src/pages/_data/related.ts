import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PublicArticle } from '../../content/library.ts';
import type { SearchEngine } from '../../search/engine.ts';
import { loadIndex } from '../../search/flexsearch-engine.ts';
import { buildFiles, buildFolder } from '../../server/build-files.ts';
import { readCatalogue } from './library.ts';

const nextCount = 3;
let engine: SearchEngine | undefined;

/** What to read next, for prerendered pages: the articles most like this one by the public index, released ones only. */
export function relateArticles(article: PublicArticle): PublicArticle[] {
  const catalogue = readCatalogue();
  engine ??= loadIndex(readFileSync(resolve(buildFolder(process.env), buildFiles.openIndex)));
  const slugs = engine.related(article.slug, nextCount, (slug) => catalogue.isVisible(slug));
  return slugs.flatMap((slug) => catalogue.find(slug) ?? []);
}
