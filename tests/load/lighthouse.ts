import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import lighthouse, { desktopConfig } from 'lighthouse';
import { createClient } from '../support/api-client.ts';
import { startChromium } from './chromium.ts';
import { median, startMeasured } from './serve-process.ts';

/**
 * Lighthouse on the built service at a loopback address: medians of the scores and metrics of each kind of page, and
 * what took points. Ends with 1 when a median is below `--least`. CPU time is scaled from this machine's: `bench` is
 * Lighthouse's own measure of it, and blocking time rises with whatever else runs, so measure on a quiet machine, or
 * take the best run (`--take best`).
 * `--runs 3 --take median --forms mobile,desktop --pages /,/pricing --least performance=100 --least seo=100`
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    take: { type: 'string', default: 'median' },
    forms: { type: 'string', default: 'mobile,desktop' },
    pages: { type: 'string' },
    least: {
      type: 'string',
      multiple: true,
      default: ['performance=100', 'accessibility=100', 'best-practices=100', 'seo=100'],
    },
  },
});
const categories = ['performance', 'accessibility', 'best-practices', 'seo', 'agentic-browsing'] as const;
const metrics = {
  fcp: 'first-contentful-paint',
  lcp: 'largest-contentful-paint',
  tbt: 'total-blocking-time',
  si: 'speed-index',
} as const;
const port = Number(process.env.PORT ?? 4398);
const base = `http://localhost:${port}`;
const dataDir = await mkdtemp(join(tmpdir(), 'quire-lighthouse-'));
const env = {
  ...process.env,
  PORT: String(port),
  BASE_URL: base,
  RELEASE_DIR: join('.test-build', 'lighthouse'),
  DATA_DIR: dataDir,
  RATE_LIMIT_PER_MINUTE: '1000000',
};

type Row = Record<string, string | number>;

/**
 * Twelve kinds of page; the slowest article is the longest. Search results are not among them: `noindex` costs points
 * for SEO.
 */
async function listPages(): Promise<string[]> {
  if (values.pages) return values.pages.split(',');
  const { data } = await createClient({ baseUrl: base }).call('listArticles', { query: { per_page: 100 } });
  const byLength = data.toSorted((one, other) => (other.words ?? 0) - (one.words ?? 0));
  const longest = byLength.find(({ tier }) => tier === 'free');
  const paid = byLength.find(({ tier }) => tier === 'paid');
  return [
    '/',
    '/articles',
    `/articles/${longest?.slug}`,
    `/articles/${paid?.slug}`,
    '/articles/canonical-numbers-rate-limit-headers/versions/1.0',
    '/authors/quire-protocols',
    '/series/the-wall',
    `/tags/agents`,
    '/verify',
    '/pricing',
    '/glossary',
    '/developers',
  ];
}

interface Run {
  url: string;
  form: string;
  debugPort: number;
  /** Names of the audits that took points are added. */
  faults: Set<string>;
}

/** One navigation with an empty cache, and another when Lighthouse lost the trace of it. */
async function measure({ url, form, debugPort, faults }: Run, attempts = 3): Promise<Row> {
  const result = await lighthouse(
    url,
    { port: debugPort, onlyCategories: [...categories], logLevel: 'error' },
    form === 'desktop' ? desktopConfig : undefined,
  );
  if (!result) throw new Error(`Lighthouse gave no result for ${url}.`);
  const { lhr } = result;
  if (lhr.runtimeError && attempts > 1) return measure({ url, form, debugPort, faults }, attempts - 1);
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  for (const [name, category] of Object.entries(lhr.categories))
    for (const { id, weight } of category.auditRefs)
      if (weight > 0 && (lhr.audits[id]?.score ?? 1) < 1) faults.add(`${name} ${id}`);
  const row: Row = {};
  for (const name of categories) row[name] = Math.round((lhr.categories[name]?.score ?? Number.NaN) * 100);
  for (const [name, audit] of Object.entries(metrics))
    row[name] = Math.round(lhr.audits[audit]?.numericValue ?? Number.NaN);
  row.cls = Number((lhr.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN).toFixed(3));
  row.bench = Math.round(lhr.environment.benchmarkIndex);
  return row;
}

/** The run with the best performance, or the median of each figure. */
function summarize(runs: readonly Row[]): Row {
  const byPerformance = runs.toSorted((one, other) => Number(other.performance) - Number(one.performance));
  if (values.take === 'best') return byPerformance[0] ?? {};
  const names = Object.keys(runs[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, median(runs.map((run) => Number(run[name])))]));
}

const built = spawnSync('npm', ['run', 'build'], { env, encoding: 'utf8' });
if (built.status !== 0) throw new Error(`The build failed.\n${built.stdout}\n${built.stderr}`);
const service = await startMeasured({ args: ['src/server/main.ts'], readyUrl: `${base}/readyz`, env });
const chromium = await startChromium(join(dataDir, 'profile'));
const rows: Row[] = [];
try {
  for (const page of await listPages()) {
    for (const form of values.forms.split(',')) {
      const faults = new Set<string>();
      const runs: Row[] = [];
      while (runs.length < Number(values.runs))
        runs.push(await measure({ url: base + page, form, debugPort: chromium.debugPort, faults }));
      rows.push({ page, form, ...summarize(runs) });
      process.stderr.write(`${page} ${form}: ${[...faults].join(', ') || 'no audit took points'}\n`);
    }
  }
} finally {
  await Promise.all([service.stop(), chromium.stop()]);
  await rm(dataDir, { recursive: true });
}
console.table(rows);

for (const rule of values.least) {
  const [name = '', least] = rule.split('=');
  for (const row of rows.filter((one) => !(Number(one[name]) >= Number(least)))) {
    process.stderr.write(`${row.page} ${row.form}: ${name} is ${row[name]}, below ${least}.\n`);
    process.exitCode = 1;
  }
}
