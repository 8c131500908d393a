import { existsSync, readFileSync } from 'node:fs';
import { parseCsv } from '../charts/csv.ts';
import { normalise } from '../load/source-file.ts';

export interface Retraction {
  /** `Retraction` or `Expression of concern`. */
  nature: string;
  /** As the file writes it. */
  date: string;
}

/** Retractions by the DOI of the work, in lower case. */
export type Retractions = ReadonlyMap<string, Retraction>;

const columns = { doi: 'OriginalPaperDOI', nature: 'RetractionNature', date: 'RetractionDate' } as const;
const reported: ReadonlySet<string> = new Set(['Retraction', 'Expression of concern']);

/**
 * Reads a file in the format of the Retraction Watch database (CSV of RFC 4180). A work that was reinstated is not in
 * the result.
 * @returns undefined without a file, and the columns that are missing
 */
export function readRetractions(path: string): { retractions: Retractions; missing: string[] } | undefined {
  if (!existsSync(path)) return undefined;
  const text = normalise(readFileSync(path, 'utf8'));
  const [header = [], ...rows] = parseCsv(text, ',').map(({ cells }) => cells);
  const missing = Object.values(columns).filter((name) => !header.includes(name));
  const at = (row: readonly string[], column: keyof typeof columns) =>
    row[header.indexOf(columns[column])]?.trim() ?? '';
  const retractions = new Map<string, Retraction>();
  if (missing.length > 0) return { retractions, missing };
  const reinstated = new Set(rows.filter((row) => at(row, 'nature') === 'Reinstatement').map((row) => at(row, 'doi')));
  for (const row of rows) {
    const [doi, nature] = [at(row, 'doi'), at(row, 'nature')];
    if (!doi.startsWith('10.') || !reported.has(nature) || reinstated.has(doi)) continue;
    retractions.set(doi.toLowerCase(), { nature, date: at(row, 'date').replace(/ 0?0:00$/, '') });
  }
  return { retractions, missing };
}
