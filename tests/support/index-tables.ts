import { type IndexFile, type IndexTables, openTables } from '../../src/search/index-tables.ts';

/** Opens all files of an index at once. */
export function openAllTables(...files: readonly IndexFile[]): IndexTables {
  const steps = openTables(files)();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
