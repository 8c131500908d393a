import { createHash, type Hash } from 'node:crypto';
import type { CompiledLibrary, CompiledSoldLibrary, Page, PublicArticle, WithSections } from './library.ts';

/**
 * A `PublicLibrary` or `SoldLibrary` as JSON, one article or page a line. In pieces, because ten thousand articles come
 * close to the longest string the engine can make.
 */
export function* writeLibraryText(library: CompiledLibrary | CompiledSoldLibrary): Generator<string> {
  const { articles, ...rest } = library;
  const { pages, ...head } = 'pages' in rest ? rest : { ...rest, pages: undefined };
  yield `{${JSON.stringify(head).slice(1, -1)},"articles":`;
  yield* writeArray(articles);
  if (pages) {
    yield ',"pages":';
    yield* writeArray(pages);
  }
  yield '}\n';
}

/**
 * A digest of everything in the public library but the digest itself. Long texts go in as they are, with their lengths:
 * writing them as JSON a second time would cost more than all other hashing.
 * @returns `sha-256=<hex>`.
 */
export function hashLibrary(library: Omit<CompiledLibrary, 'contentHash'>): string {
  const { articles, pages, ...head } = library;
  const hash = createHash('sha256').update(JSON.stringify(head));
  for (const entry of [...articles, ...pages]) addEntry(hash, entry);
  return `sha-256=${hash.digest('hex')}`;
}

function addEntry(hash: Hash, entry: WithSections<PublicArticle | Page>): void {
  const { body, sections: _, ...rest } = entry;
  const texts = [JSON.stringify(rest), body.markdown, body.html];
  hash.update(`${texts.map(({ length }) => length).join(' ')}\n`);
  for (const text of texts) hash.update(text);
}

function* writeArray(entries: readonly WithSections<object>[]): Generator<string> {
  yield '[';
  for (const [index, { sections: _, ...entry }] of entries.entries()) {
    yield `${index === 0 ? '' : ','}\n${JSON.stringify(entry)}`;
  }
  yield ']';
}
