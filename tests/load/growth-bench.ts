import { spawnSync } from 'node:child_process';
import { appendFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { currentRelease } from '../../src/release/manifest.ts';
import { takeRelease } from '../../src/release-store/fetch-release.ts';
import { publishRelease } from '../../src/release-store/publish-release.ts';
import { findNewest, openReleaseStore } from '../../src/release-store/release-store.ts';
import { createClient } from '../support/api-client.ts';
import { createRandom } from './generate-articles.ts';
import { type BuildCost, type GeneratedSite, generateSite, measureCommand } from './generated-site.ts';
import { writeHugoSite } from './hugo-site.ts';
import { type Measured, median, quantile, readCpuUs, readRssMb, startService } from './serve-process.ts';

/**
 * What grows with the number of articles: builds (beside Hugo, where it is installed), the release, its way to a
 * replica through a folder, and a service that serves it. Usage:
 * `npm run bench:growth [-- --counts 20,2000,20000] [--large] [--without-hugo] [--beside HEAD~1] [--json]`; `--large`
 * adds 100,000 articles, which need 30 GB of disk and an hour. `--beside` builds the same with another commit too.
 */
const { values } = parseArgs({
  options: {
    counts: { type: 'string', default: '20,2000,20000' },
    large: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    'without-hugo': { type: 'boolean', default: false },
    beside: { type: 'string' },
  },
});
const port = Number(process.env.PORT ?? '4391');
const address = `http://localhost:${port}`;
const callers = 8;
const hasHugo = !values['without-hugo'] && spawnSync('hugo', ['version']).status === 0;

type Figures = Record<string, number>;
const counts = [...values.counts.split(',').map(Number), ...(values.large ? [100_000] : [])];
const other = values.beside === undefined ? undefined : await checkOut(values.beside);
await warmUp();
const results: Record<number, Figures> = {};
for (const count of counts) {
  process.stderr.write(`${count} articles\n`);
  results[count] = await measure(count);
}
await other?.remove();
process.stdout.write(values.json ? `${JSON.stringify(results)}\n` : renderTable(results));

/** The second build of new software prepares the ones after it, which would count for the first library. */
async function warmUp(): Promise<void> {
  const site = await generateSite(3, { BASE_URL: address, PORT: String(port) });
  for (const software of [undefined, ...(other ? [other.folder] : [])]) {
    site.build(software);
    await site.changeArticle();
    site.build(software);
  }
  await site.remove();
}

/** Another commit of the software, beside the packages that are installed here. */
async function checkOut(commit: string) {
  const folder = join('.test-build', `beside-${process.pid}`);
  const git = (...args: string[]) => spawnSync('git', ['worktree', ...args], { encoding: 'utf8' });
  const { status, stderr } = git('add', '--detach', folder, commit);
  if (status !== 0) throw new Error(stderr);
  spawnSync('cp', ['-al', 'node_modules', folder]);
  await rm(join(folder, 'node_modules/.cache'), { recursive: true, force: true });
  return { folder, remove: async () => void git('remove', '--force', folder) };
}

function buildOther(site: GeneratedSite, name: string): Figures {
  return other ? nameCosts(`${values.beside}, ${name}`, site.build(other.folder)) : {};
}

async function measure(count: number): Promise<Figures> {
  const site = await generateSite(count, { BASE_URL: address, PORT: String(port) });
  const state = await mkdtemp(join(tmpdir(), 'quire-growth-'));
  try {
    const first = site.build();
    const unchanged = site.build();
    const builds = {
      ...{ ...nameCosts('first build', first), ...buildOther(site, 'first build') },
      ...{ ...nameCosts('unchanged build', unchanged), ...buildOther(site, 'unchanged build') },
    };
    process.stderr.write(`${JSON.stringify(builds)}\n`);
    const bytes = await countBytes(site);
    const published = await measurePublishing(site, 'first release');
    const service = await startService({ port, folder: state, env: { ...serviceEnv(site) } });
    try {
      const served = await measureService(service, count, site);
      const changed = await measurePublishing(site, 'one changed');
      await site.addArticle();
      const added = nameCosts('one new article', site.build());
      return {
        ...builds,
        'release: MB': round(bytes / 1e6),
        ...published,
        ...changed,
        ...served,
        ...added,
        ...(await measureHugo(site)),
      };
    } finally {
      await service.stop();
    }
  } finally {
    await site.remove();
    await rm(state, { recursive: true });
  }
}

/** Publishes the current release into a folder, and fetches it as a machine does that has the release before it. */
async function measurePublishing({ folder, env }: GeneratedSite, name: string): Promise<Figures> {
  const store = await openReleaseStore(`file:${join(folder, 'store')}`, env);
  const id = (await currentRelease(env.RELEASE_DIR)) ?? '';
  const base = await findNewest(store, 0);
  const about = { releases: env.RELEASE_DIR, id, base, publisher: 'bench', isAgain: false, now: Date.now };
  let uploadedBytes = 0;
  const publishMs = await timed(async () => {
    const outcome = await publishRelease(store, about);
    if (outcome.kind === 'published') uploadedBytes = outcome.uploadedBytes;
  });
  const pointer = await findNewest(store, 0);
  if (!pointer) throw new Error('The store has no release.');
  const replica = join(folder, 'replica');
  let fetchedBytes = 0;
  const fetchMs = await timed(async () => {
    ({ fetchedBytes } = await takeRelease(store, pointer, { releases: replica, reuse: [replica] }));
  });
  return {
    [`publish, ${name}: s`]: round(publishMs / 1_000),
    [`publish, ${name}: MB`]: round(uploadedBytes / 1e6),
    [`fetch, ${name}: s`]: round(fetchMs / 1_000),
    [`fetch, ${name}: MB`]: round(fetchedBytes / 1e6),
  };
}

function serviceEnv({ env }: GeneratedSite): Record<string, string> {
  const { PUBLICATION_DIR = '', CONTENT_DIR = '', RELEASE_DIR } = env;
  return { PUBLICATION_DIR, CONTENT_DIR, RELEASE_DIR, RATE_LIMIT_PER_MINUTE: '9999999' };
}

async function measureService(service: Measured, count: number, site: GeneratedSite): Promise<Figures> {
  const start = { 'ready: ms': Math.round(service.startMs), 'memory at start: MB': readRssMb(service.pid) };
  const api = createClient({ baseUrl: address });
  const perPage = Math.max(1, Math.round(count / 1_000));
  const pages = Math.ceil(count / perPage);
  const page = (number: number) => `/api/v1/articles?page=${number}&per_page=${perPage}`;
  const middle = Math.max(1, Math.ceil(pages / 2));
  const from = (start: number) => Array.from({ length: Math.min(5, pages) }, (_, index) => page(start + index));
  // The first requests are slow in every service: V8 has not compiled its code yet.
  const warming = Array.from({ length: 200 }, (_, index) => `${page(1)}&tag=unknown-${index}`);
  await cpuMs(service, warming);
  const lists = {
    'list, page 1 of 1,000: CPU ms': await cpuMs(service, from(1)),
    'list, page 500: CPU ms': await cpuMs(service, from(middle)),
    'list, cached: CPU ms': await cpuMs(service, warming.fill(page(1))),
  };
  const documents: number[] = [];
  for (const path of documentsOfAll) documents.push(await timed(() => get(path)));
  const recorded = await timed(() => api.call('listChanges', { query: { limit: 1 } }));
  const { cursor } = await lastChange(api);
  const poll = `/api/v1/changes?since=${cursor}`;
  await get(poll);
  // The first ones wait for the indexes, and for V8 to compile their code.
  const first = await measureQuestions('first question', 100);
  const before = readCpuUs(service.pid);
  const later = await measureQuestions('new question', 900);
  const questions = { ...first, ...later, 'new question: CPU ms': round((readCpuUs(service.pid) - before) / 900_000) };
  const polls = {
    'changes, no news: CPU ms': await cpuMs(
      service,
      Array.from({ length: 1_000 }, () => poll),
    ),
  };
  await putUnderLoad(count);
  const loaded = { 'memory after load: MB': readRssMb(service.pid) };
  await site.changeArticle();
  const changed = site.build();
  // The build blocked this process: it has not seen yet which connections the service closed.
  await sleep(200);
  const seen = await untilChanged(poll);
  return {
    ...nameCosts('one changed', changed),
    ...buildOther(site, 'one changed'),
    ...start,
    ...loaded,
    ...lists,
    'document about all articles: most ms': round(Math.max(...documents)),
    'changes, first after start: ms': round(recorded),
    ...polls,
    'changes, first after a release: ms': round(seen),
    ...questions,
  };
}

/** Each is rendered for the first time here; there is no thousandth part of the site map. */
const documentsOfAll = [
  '/llms.txt',
  '/llms-full.txt',
  '/sitemap.md',
  '/sitemap.xml',
  '/sitemap.xml?part=1000',
  '/feed.xml',
  '/feed.json',
  '/.well-known/x402',
];

async function lastChange(api: ReturnType<typeof createClient>) {
  let last = await api.call('listChanges', { query: { limit: 1_000 } });
  while (last.has_more) last = await api.call('listChanges', { query: { since: last.cursor, limit: 1_000 } });
  return last;
}

/** Milliseconds of the first response that lists the change. */
async function untilChanged(poll: string): Promise<number> {
  for (;;) {
    let text = '';
    const ms = await timed(async () => {
      text = await get(poll);
    });
    if (!text.includes('"data":[]')) return ms;
    await sleep(20);
  }
}

/** Questions that were not sent before, from eight callers at once. */
async function measureQuestions(name: string, count: number): Promise<Figures> {
  const words = [...new Set((await get('/api/v1/articles?per_page=100')).toLowerCase().match(/[a-z]{4,}/g))];
  const random = createRandom(count);
  const times: number[] = [];
  let refused = 0;
  await together(count, async () => {
    const question = Array.from({ length: 4 }, () => words[random(words.length)]).join('+');
    const ask = async () => {
      const response = await fetch(`${address}/ask?query=${question}`);
      await response.arrayBuffer();
      // A question that waits for more than two seconds is refused.
      if (response.status === 503) refused += 1;
      else if (!response.ok) throw new Error(`/ask returns ${response.status}.`);
    };
    times.push(await timed(ask));
  });
  return {
    [`${name}, 8 callers: p50 ms`]: round(median(times)),
    [`${name}, 8 callers: p99 ms`]: round(quantile(times, 0.99)),
    [`${name}: refused`]: refused,
  };
}

/** Articles as JSON, page and Markdown, all over the library, with lists and questions between them. */
async function putUnderLoad(count: number): Promise<void> {
  const random = createRandom(11);
  const perPage = Math.min(100, count);
  await together(3_000, async () => {
    const list = `/api/v1/articles?per_page=${perPage}&page=${1 + random(Math.ceil(count / perPage))}`;
    const slugs = [...(await get(list)).matchAll(/"slug":"([^"]+)"/g)].map(([, slug = '']) => slug);
    const slug = slugs[random(slugs.length)] ?? '';
    const paths = [`/api/v1/articles/${slug}`, `/articles/${slug}`, `/articles/${slug}.md`, `/ask?query=${slug}`];
    await get(paths[random(paths.length)] ?? '');
  });
}

async function together(count: number, work: () => Promise<void>): Promise<void> {
  let left = count;
  const caller = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: callers }, caller));
}

/** Milliseconds of the service's CPU for each of the requests. */
async function cpuMs(service: Measured, paths: readonly string[]): Promise<number> {
  const before = readCpuUs(service.pid);
  for (const path of paths) await get(path);
  return round((readCpuUs(service.pid) - before) / 1_000 / paths.length);
}

async function get(path: string): Promise<string> {
  const response = await fetch(address + path);
  // The price of a paid article is a response like others, and so is that something does not exist.
  if (!response.ok && response.status !== 402 && response.status !== 404)
    throw new Error(`${path} returns ${response.status}.`);
  return response.text();
}

async function measureHugo(site: GeneratedSite): Promise<Figures> {
  if (!hasHugo) return {};
  const folder = join(site.folder, 'hugo');
  await writeHugoSite(folder, join(site.folder, 'content'));
  const build = () => measureCommand(['hugo', '-s', folder, '--quiet'], process.env);
  const costs = { ...nameCosts('Hugo, first build', build()), ...nameCosts('Hugo, unchanged build', build()) };
  const [changed = ''] = await readdir(join(folder, 'content/articles'));
  await appendFile(join(folder, 'content/articles', changed), '\nOne more sentence.\n');
  return { ...costs, ...nameCosts('Hugo, one changed', build()) };
}

function nameCosts(name: string, { cpuSeconds, wallSeconds, peakMegabytes }: BuildCost): Figures {
  return { [`${name}: CPU s`]: cpuSeconds, [`${name}: s`]: wallSeconds, [`${name}: peak MB`]: peakMegabytes };
}

/** Bytes of the current release, all its parts. */
async function countBytes({ env }: GeneratedSite): Promise<number> {
  const folder = join(env.RELEASE_DIR, (await currentRelease(env.RELEASE_DIR)) ?? '');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}

function renderTable(results: Record<number, Figures>): string {
  const columns = Object.entries(results);
  const names = [...new Set(columns.flatMap(([, figures]) => Object.keys(figures)))];
  const row = (name: string, cells: readonly (string | number)[]) =>
    `${name.padEnd(36)}${cells.map((cell) => String(cell).padStart(12)).join('')}\n`;
  const figure = (name: string) => columns.map(([, figures]) => figures[name]?.toLocaleString('en') ?? '');
  const head = columns.map(([count]) => Number(count).toLocaleString('en'));
  return [row('articles', head), ...names.map((name) => row(name, figure(name)))].join('');
}
