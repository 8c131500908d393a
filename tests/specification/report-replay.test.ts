import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { newKey, slugsByTier } from '../support/client.ts';
import { processEnv, type Started, startProcess } from '../support/server.ts';

const LogLine = z.object({ msg: z.literal('request'), method: z.string(), path: z.string(), status: z.int() });
const Figures = z.object({ page: z.int(), api: z.int(), feed: z.int(), unpaid: z.int() });
type Figures = z.infer<typeof Figures>;
const Report = z.object({ total: Figures, articles: z.array(z.object({ slug: z.string(), total: Figures })) });

/** Numbers from a seed, so that a failure can be repeated. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const seed = Number(process.env.REPLAY_SEED ?? 20_261_125);
const requests = 1_500;
let service: Started;

beforeAll(async () => {
  const generous = { RATE_LIMIT_PER_MINUTE: '1000000', SUBSCRIBE_LIMIT_PER_MINUTE: '1000000' };
  service = await startProcess({ ...generous, LOG_LEVEL: 'info', LOG_PATHS: 'on' });
});
afterAll(() => service.kill('SIGTERM'));

/** Sends reads of every kind that a log line can name, among them some that are not counted. */
async function sendReads(): Promise<void> {
  const random = createRandom(seed);
  const { free, paid } = await slugsByTier();
  const slugs = [...free.slice(0, 6), ...paid.slice(0, 4)];
  const authorization = `Bearer ${await newKey()}`;
  const one = async () => {
    const slug = slugs[random(slugs.length)] ?? '';
    const paths = [
      `/articles/${slug}`,
      `/articles/${slug}.md`,
      `/api/v1/articles/${slug}`,
      `/api/v1/articles/${slug}?section=no-such-section`,
      `/api/sandbox/v1/articles/${slug}`,
      '/feed.json',
      '/articles/no-such-article',
      '/api/v1/articles',
    ];
    const headers: Record<string, string> = random(3) === 0 ? { authorization } : {};
    const method = random(8) === 0 ? 'HEAD' : 'GET';
    await (await fetch(service.address + paths[random(paths.length)], { method, headers })).text();
  };
  for (let sent = 0; sent < requests; sent += 20) await Promise.all(Array.from({ length: 20 }, one));
}

/** What the lines of the log add up to, as a report rounds it. */
function replayLog(output: string): { total: Figures; articles: Map<string, Figures> } {
  const nothing = () => ({ page: 0, api: 0, feed: 0, unpaid: 0 });
  const total = nothing();
  const articles = new Map<string, Figures>();
  for (const line of output.split('\n')) {
    const read = LogLine.safeParse(line.startsWith('{') ? JSON.parse(line) : undefined);
    if (!read.success || read.data.method !== 'GET') continue;
    const { path, status } = read.data;
    const [, slug = ''] = /^(?:\/api\/v1)?\/articles\/([\w-]+)(?:\.md)?$/.exec(path) ?? [];
    if ((!slug && path !== '/feed.json') || ![200, 304, 402].includes(status)) continue;
    const counter = status === 402 ? 'unpaid' : path.startsWith('/api') ? 'api' : slug ? 'page' : 'feed';
    const own = articles.get(slug) ?? nothing();
    own[counter] += 1;
    total[counter] += 1;
    if (slug) articles.set(slug, own);
  }
  const coarsen = (counts: Figures) =>
    Figures.parse(Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count - (count % 5)])));
  return {
    total: coarsen(total),
    articles: new Map([...articles].map(([slug, counts]) => [slug, coarsen(counts)])),
  };
}

async function readReport(): Promise<z.infer<typeof Report>> {
  const env = processEnv({ port: 0, dataDir: service.dataDir }, {});
  const { stdout } = await promisify(execFile)('node', ['src/cli/report.ts', '--json'], { env, maxBuffer: 1e8 });
  return Report.parse(JSON.parse(stdout));
}

it(`a report is what a replay of the log adds up to (REPLAY_SEED=${seed})`, async () => {
  await sendReads();
  // The log and the ledger are complete when the process has ended.
  expect(await service.kill('SIGTERM')).toBe(0);
  const replayed = replayLog(service.output());
  const { total, articles } = await readReport();
  expect(total).toEqual(replayed.total);
  expect(Object.values(total).every((count) => count >= 25)).toBe(true);
  expect(new Map(articles.map((article) => [article.slug, article.total]))).toEqual(replayed.articles);
});
