import { createHash, type Hash } from 'node:crypto';
import type { Page, PublicArticle, PublicLibrary, SoldLibrary } from './library.ts';

/**
 * A library as JSON, one article or page a line. In pieces, because ten thousand articles come close to the longest
 * string the engine can make.
 */
export function* writeLibraryText(library: PublicLibrary | SoldLibrary): Generator<string> {
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
export function hashLibrary(library: Omit<PublicLibrary, 'contentHash'>): string {
  const { articles, pages, ...head } = library;
  const hash = createHash('sha256').update(JSON.stringify(head));
  for (const entry of [...articles, ...pages]) addEntry(hash, entry);
  return `sha-256=${hash.digest('hex')}`;
}

function addEntry(hash: Hash, entry: PublicArticle | Page): void {
  const { body, sections, ...rest } = entry;
  const texts = [
    JSON.stringify(rest),
    body.markdown,
    body.html,
    ...sections.flatMap(({ id, heading, text }) => [id ?? '', heading, text]),
  ];
  hash.update(`${texts.map(({ length }) => length).join(' ')}\n`);
  for (const text of texts) hash.update(text);
}

function* writeArray(values: readonly unknown[]): Generator<string> {
  yield '[';
  for (const [index, value] of values.entries()) yield `${index === 0 ? '' : ','}\n${JSON.stringify(value)}`;
  yield ']';
}
