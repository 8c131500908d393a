import type { APIRoute } from 'astro';
import { toCsv } from '../../content/charts/csv.ts';
import { csvType } from '../../contract/document-urls.ts';
import { tableNames, toTables, withoutFormulas } from '../../core/ledger/report-tables.ts';
import { ownerHeaders, readOwnerReport } from '../../site/owner-report.ts';

/** The report as JSON, and each of its tables as CSV. */

export const GET: APIRoute = async (context) => {
  const { file } = context.params;
  const table = tableNames.find((name) => file === `${name}.csv`);
  const report = table || file === 'report.json' ? await readOwnerReport(context) : undefined;
  if (!report) return context.locals.notFound();
  if (report instanceof Response) return report;
  const body = table ? toCsv(withoutFormulas(toTables(report)[table])) : JSON.stringify(report);
  const type = table ? csvType : 'application/json; charset=utf-8';
  const name = `attachment; filename="${file}"`;
  return new Response(body, { headers: { ...ownerHeaders, 'content-type': type, 'content-disposition': name } });
};
