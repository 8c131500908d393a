import './plain-errors.ts';

import { toCsv } from '../content/charts/csv.ts';
import { createUrls } from '../contract/urls.ts';
import { createCatalogue } from '../core/articles.ts';
import { defaultWeeks, maxWeeks, type Report, readReport } from '../core/ledger/report.ts';
import { type ReportTable, tableNames, toTables, withoutFormulas } from '../core/ledger/report-tables.ts';
import { openArticleSearch } from '../core/question-answering.ts';
import { publication } from '../library/current-publication.ts';
import { servedFolder } from '../library/release-parts.ts';
import { checkRelease } from '../release/manifest.ts';
import { openRelease } from '../release/open-release.ts';
import { readConfig } from '../server/process/config.ts';
import { openStore } from '../store/open-store.ts';
import {
  type CommandContext,
  CommandUsage,
  exitWith,
  parseCommand,
  requireOnePublication,
  runCommand,
} from './arguments.ts';

const usage = `Usage: npm run report -- [--weeks ${defaultWeeks}] [--json]
       npm run report -- --csv TABLE

Prints what readers of the last weeks (1 to ${maxWeeks}) read, bought and asked. Tables: ${tableNames.join(', ')}.
Counts are rounded down to multiples of five, so that no number is about one reader. Run it where the service runs, with the same
environment.
`;

/**
 * @param context.read reads the report of so many weeks
 * @returns the exit code: 0 when the report is printed, 2 for wrong arguments
 */
export async function runReport(
  args: readonly string[],
  { print, read }: Pick<CommandContext, 'print'> & { read: (weeks: number) => Promise<Report> },
): Promise<number> {
  const called = parseCommand(args, {
    usage,
    options: { weeks: { type: 'string' }, csv: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  const { weeks: count = String(defaultWeeks), csv, json } = called.values;
  const weeks = Number(count);
  if (!Number.isInteger(weeks) || weeks < 1 || weeks > maxWeeks) {
    throw new CommandUsage(usage, `--weeks is ${count}; it is a whole number from 1 to ${maxWeeks}`);
  }
  const wanted = tableNames.find((name) => name === csv);
  if (csv !== undefined && !wanted) throw new CommandUsage(usage, `The table ${csv} does not exist`);
  if (wanted && json) throw new CommandUsage(usage, '--csv and --json exclude one another');
  const report = await read(weeks);
  if (json) return exitWith(print, { text: `${JSON.stringify(report, null, 2)}\n`, code: 0 });
  const tables = toTables(report);
  if (wanted) return exitWith(print, { text: toCsv(withoutFormulas(tables[wanted])), code: 0 });
  const written = tableNames.map((name) => `${name}\n${alignColumns(tables[name])}`);
  return exitWith(print, { text: written.join('\n'), code: 0 });
}

const maxCell = 60;

/** A table for a terminal. Control characters of a question must not reach it. */
function alignColumns({ columns, rows }: ReportTable): string {
  if (rows.length === 0) return '  Nothing yet.\n';
  const shown = columns.map(({ name }, index) => ({ name, index })).filter(({ name }) => name !== 'entry');
  const write = (cell: string | number | null) =>
    String(cell ?? '')
      .replaceAll(/\p{Cc}/gu, ' ')
      .slice(0, maxCell);
  const lines = [
    shown.map(({ name }) => name),
    ...rows.map((row) => shown.map(({ index }) => write(row[index] ?? null))),
  ];
  const widths = shown.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const isNumber = shown.map(({ index }) => columns[index]?.type === 'number');
  const pad = (cell: string, at: number) =>
    isNumber[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0);
  return lines.map((line) => `  ${line.map(pad).join('  ').trimEnd()}\n`).join('');
}

async function readStored(env: NodeJS.ProcessEnv, weeks: number): Promise<Report> {
  requireOnePublication(env);
  const config = readConfig(env);
  const now = Date.now;
  const folder = await checkRelease(servedFolder(env), config.BASE_URL);
  const { open: library, search, close } = await openRelease(folder, { hasPrebuilt: false });
  const store = await openStore({
    url: config.STORE_URL,
    dataDir: config.DATA_DIR,
    prefix: config.STORE_PREFIX,
    now,
  });
  try {
    const catalogue = createCatalogue(library, now);
    return await readReport(
      {
        ...{ store, catalogue, library, publication, urls: createUrls(config.BASE_URL), now },
        search: {
          docs: search.docs,
          open: openArticleSearch(search.open, catalogue),
          paid: openArticleSearch(search.paid, catalogue),
        },
      },
      weeks,
    );
  } finally {
    await store.close();
    await close();
  }
}

if (import.meta.main) {
  await runCommand((args, { print }) => runReport(args, { print, read: (weeks) => readStored(process.env, weeks) }));
}
