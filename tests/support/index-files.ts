import type { Searchable } from '../../src/search/engine.ts';
import { type EntryReader, prepareReader } from '../../src/search/entries.ts';
import { encodeIndex } from '../../src/search/index-file.ts';
import type { IndexFile } from '../../src/search/index-tables.ts';
import { mergeSegments } from '../../src/search/merge-segments.ts';
import { mergeTerms, packPart } from '../../src/search/merge-terms.ts';
import { buildSegment, splitIntoFiles } from '../../src/search/segment.ts';
import { packSpellings } from '../../src/search/spelling-index.ts';

/** An index of as many files as a build makes of its articles. */
export function buildIndexFiles(articles: readonly Searchable[]): IndexFile[] {
  return joinFiles(splitIntoFiles(articles), prepareReader([], 'en'));
}

/** An index of one file for each part of a list, one of terms, and one of spellings. */
export function joinFiles(
  files: readonly (readonly (readonly Searchable[])[])[],
  newReader: () => EntryReader,
): IndexFile[] {
  const merged = files.map((groups) => mergeSegments(groups.map((group) => buildSegment(group, newReader()))));
  const terms = mergeTerms(merged.map(({ terms }) => packPart(terms)));
  return [
    ...merged.map(({ articles, terms: { languages } }) => encodeIndex(articles, languages)),
    encodeIndex(terms.blocks, terms.languages),
    encodeIndex(new Map(packSpellings(terms.words.lines)), ['en']),
  ].map((pieces) => ({ source: Buffer.concat([...pieces]) }));
}
