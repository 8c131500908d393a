import { basename } from 'node:path';
import type { Memo } from '../../library/part-cache.ts';
import type { Problem } from '../load/problems.ts';
import { createReport, type RuleSettings } from '../load/rules.ts';
import { findSource } from '../load/source-file.ts';
import { type Bibliography, parseBibliography } from './bibliography.ts';
import { readRetractions } from './retractions.ts';

export type Bibliographies = ReturnType<typeof openBibliographies>;

export interface SharedBibliography {
  /** Undefined when the file is missing. */
  parsed: Bibliography | undefined;
  /**
   * Adds the keys that one article cites.
   * @param isLenient true when it is a draft, in whose files nothing is an error
   */
  use(cited: ReadonlySet<string>, isLenient: boolean): void;
}

interface Opened extends SharedBibliography {
  report(): void;
}

/** The bibliographies of all articles, each read once: several articles may cite from one file. */
export function openBibliographies(options: {
  settings: RuleSettings;
  problems: Problem[];
  retractionFile: string;
  memo: Memo;
}) {
  const retracted = readRetractions(options.retractionFile);
  const opened = new Map<string, Promise<Opened | undefined>>();
  const all: Opened[] = [];
  const open = async (source: { path: string; file: string }): Promise<Opened | undefined> => {
    const read = findSource(source);
    if (!read) return undefined;
    const cited = new Set<string>();
    let isLenient = true;
    const found: Parameters<ReturnType<typeof createReport>>[] = [];
    const parsed = await parseBibliography(read.text, {
      report: (...problem) => void found.push(problem),
      memo: options.memo,
    });
    const file: Opened = {
      parsed,
      use(keys, byDraft) {
        for (const key of keys) cited.add(key);
        isLenient &&= byDraft;
      },
      report() {
        const report = createReport({ file: source.file, text: read.text, ...options, isLenient });
        for (const { at, message } of read.failures) report('encoding', at, message);
        for (const problem of found) report(...problem);
        for (const key of parsed.keys)
          if (!cited.has(key)) report('citation-used', parsed.placeOf(key), `Nothing cites ${key}`);
        for (const key of cited) {
          const found = retracted?.retractions.get(parsed.findDoi(key)?.toLowerCase() ?? '');
          const of = found?.nature === 'Retraction' ? 'was retracted' : 'is under an expression of concern';
          const message = `${key} ${of} (${found?.date}); cite another work, or say so where you cite it`;
          if (found) report('reference-retracted', parsed.placeOf(key), message);
        }
      },
    };
    all.push(file);
    return file;
  };
  return {
    /** @returns undefined when the file is missing */
    read(source: { path: string; file: string }): Promise<SharedBibliography | undefined> {
      const known = opened.get(source.path) ?? open(source);
      opened.set(source.path, known);
      return known;
    },
    /** Reports what is wrong with each file, once, when all articles are read. */
    report(): void {
      for (const name of retracted?.missing ?? []) {
        const report = createReport({ file: basename(options.retractionFile), text: '', ...options });
        report(
          'reference-retracted',
          0,
          `The column ${name} is missing; save the file as Retraction Watch publishes it`,
        );
      }
      for (const file of all) file.report();
    },
  };
}
