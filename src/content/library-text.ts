import { createHash } from 'node:crypto';
import type { PublicLibrary, SoldLibrary } from './library.ts';

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

/** @returns `sha-256=<hex>` of everything in the public library but the hash itself. */
export function hashLibrary(library: Omit<PublicLibrary, 'contentHash'>): string {
  const hash = createHash('sha256');
  for (const piece of writeLibraryText({ ...library, contentHash: '' })) hash.update(piece);
  return `sha-256=${hash.digest('hex')}`;
}

function* writeArray(values: readonly unknown[]): Generator<string> {
  yield '[';
  for (const [index, value] of values.entries()) yield `${index === 0 ? '' : ','}\n${JSON.stringify(value)}`;
  yield ']';
}
