import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Row = Readonly<Record<string, string | number>>;

/**
 * Writes what the charts of an article are drawn from, beside the article: rows of comma-separated values.
 * `--charts FOLDER` writes somewhere else.
 */
export function writeChartData(slug: string, files: Readonly<Record<string, readonly Row[]>>): void {
  const at = process.argv.indexOf('--charts');
  const root = at === -1 ? join(import.meta.dirname, '../../../content/articles') : (process.argv[at + 1] ?? '.');
  mkdirSync(join(root, slug), { recursive: true });
  for (const [name, rows] of Object.entries(files)) {
    const names = Object.keys(rows[0] ?? {});
    const lines = [names, ...rows.map((row) => names.map((name) => row[name]))];
    writeFileSync(join(root, slug, `${name}.csv`), lines.map((line) => `${line.join(',')}\n`).join(''));
  }
}

/** A share from 0 to 1 in per cent, with one decimal, as the articles have it. */
export function toPercent(share: number): number {
  return Number((share * 100).toFixed(1));
}
