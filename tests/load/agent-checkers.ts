import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { createClient } from '../support/api-client.ts';

/** What one checker says of a site. */
export interface RateLimitResult {
  score: string;
  /** Each check that took points, with what the checker says about it. */
  failed: string[];
  isAccepted: boolean;
}

/**
 * Checkers of what agents read, all installed as development dependencies, by name: each takes the address of a running
 * site.
 */
export const checkers: Readonly<Record<string, (base: string) => Promise<RateLimitResult>>> = {
  'agent-readiness': checkAgentReadiness,
  afdocs: checkAfdocs,
  linkinator: checkLinks,
  '@vercel/agent-readability': checkVercel,
  'lighthouse agentic-browsing': checkLighthouse,
  ...(process.env.A14Y && { a14y: checkA14y }),
  ...(process.env.FEED_VALIDATOR && { 'W3C feed validator': checkFeeds }),
};

/**
 * What cannot be asked here about an address on loopback, and why. docs/decisions/agents.md says how each was asked by
 * hand.
 */
export const notAsked: Readonly<Record<string, string>> = {
  isitagentready: 'hosted, refuses private addresses',
  'Ora, is-agentic': 'hosted, refuse private addresses',
  ...(process.env.A14Y ? {} : { a14y: 'not in the npm registry: A14Y=path/to/its/cli/dist/index.js asks it' }),
  ...(process.env.FEED_VALIDATOR
    ? {}
    : { 'W3C feed validator': 'Python from its repository: FEED_VALIDATOR=path/to/its/src asks it' }),
};

/**
 * Two checks of Vercel that other specifications forbid: another body for the user agent of an agent under the same
 * address, and 200 for a page that does not exist.
 */
const contested = ['Agent UA → markdown', 'Missing page → markdown'];

function run(command: string, args: readonly string[], cwd?: string): Promise<string> {
  return runProgram(process.execPath, [resolve('node_modules/.bin', command), ...args], cwd);
}

async function runProgram(program: string, args: readonly string[], cwd?: string): Promise<string> {
  const child = spawn(program, args, { ...(cwd && { cwd }), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let complaint = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (complaint += chunk));
  await once(child, 'close');
  // They end with 1 when something failed; one that broke down said nothing.
  if (output === '') throw new Error(`${program} ${args[0]} gave no result.\n${complaint}`);
  return output;
}

const ReadinessReport = z.object({
  score: z.number(),
  checks: z.array(z.object({ label: z.string(), pass: z.boolean() })),
});

async function checkAgentReadiness(base: string): Promise<RateLimitResult> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-agents-'));
  try {
    await run('agent-ready', [`${base}/`], folder);
    const report = ReadinessReport.parse(
      JSON.parse(await readFile(join(folder, 'agent-ready-out', 'agent-ready.json'), 'utf8')),
    );
    const failed = report.checks.filter(({ pass }) => !pass).map(({ label }) => label);
    return { score: `${report.score}/100`, failed, isAccepted: report.score === 100 };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const AfdocsReport = z.object({
  results: z.array(z.object({ id: z.string(), status: z.string(), message: z.string() })),
  scoring: z.object({ overall: z.number() }),
});

async function checkAfdocs(base: string): Promise<RateLimitResult> {
  const options = ['--format', 'json', '--score', '--sampling', 'deterministic', '--request-delay', '0'];
  const { results, scoring } = AfdocsReport.parse(JSON.parse(await run('afdocs', ['check', base, ...options])));
  const failed = results
    .filter(({ status }) => status === 'fail' || status === 'warn' || status === 'error')
    .map(({ id, message }) => `${id}: ${message}`);
  return { score: `${scoring.overall}/100`, failed, isAccepted: scoring.overall === 100 };
}

const LinkReport = z.object({
  links: z.array(z.object({ url: z.string(), state: z.string(), parent: z.string().optional() })),
});

async function checkLinks(base: string): Promise<RateLimitResult> {
  const elsewhere = `^(?!${base})`;
  const options = ['--recurse', '--check-fragments', '--skip', elsewhere, '--format', 'json'];
  const { links } = LinkReport.parse(JSON.parse(await run('linkinator', [base, ...options])));
  const broken = links.filter(({ state }) => state === 'BROKEN');
  return {
    score: `${broken.length} of ${links.length} broken`,
    failed: broken.map(({ parent, url }) => `${parent ?? 'start'} -> ${url}`),
    isAccepted: broken.length === 0 && links.length > 100,
  };
}

const VercelReport = z.object({
  score: z.number(),
  categories: z.record(
    z.string(),
    z.object({
      checks: z.array(
        z.object({ name: z.string(), passed: z.boolean(), skipped: z.boolean(), detail: z.string().optional() }),
      ),
    }),
  ),
});

/**
 * It draws five pages by lot, and asks for a wrong address when the home page comes first: the names count, not the
 * number.
 */
async function checkVercel(base: string, attempts = 3): Promise<RateLimitResult> {
  const { score, categories } = VercelReport.parse(
    JSON.parse(await run('agent-readability', ['audit', base, '--json'])),
  );
  const failed = Object.values(categories)
    .flatMap(({ checks }) => checks)
    .filter(({ passed, skipped }) => !passed && !skipped);
  const others = failed.filter(({ name }) => !contested.includes(name));
  if (others.length > 0 && attempts > 1) return checkVercel(base, attempts - 1);
  return {
    score: `${score}/100`,
    failed: failed.map(
      ({ name, detail }) => `${name}${contested.includes(name) ? ' (contested)' : ''}: ${detail ?? ''}`,
    ),
    isAccepted: others.length === 0,
  };
}

/** Pages of each kind: the home page, an article of each tier, the documentation. */
async function listPages(base: string): Promise<string[]> {
  const { data } = await createClient({ baseUrl: base }).call('listArticles', { query: { per_page: 100 } });
  const article = (wanted: string) => `/articles/${data.find(({ tier }) => tier === wanted)?.slug}`;
  return ['/', article('free'), article('paid'), '/developers', '/developers/mcp'].map((path) => base + path);
}

const LighthouseReport = z.object({
  categories: z.object({ 'agentic-browsing': z.object({ score: z.number().nullable() }) }),
  audits: z.record(z.string(), z.object({ score: z.number().nullable(), title: z.string() })),
});

/** Its newest category, in a browser that speaks WebMCP. */
async function checkLighthouse(base: string): Promise<RateLimitResult> {
  const flags = '--chrome-flags=--headless=new --no-sandbox --disable-gpu --enable-features=WebMCP';
  const options = ['--only-categories=agentic-browsing', '--output=json', '--quiet', flags];
  const scores: number[] = [];
  const failed: string[] = [];
  for (const page of [...(await listPages(base)), `${base}/search`]) {
    const { categories, audits } = LighthouseReport.parse(JSON.parse(await run('lighthouse', [page, ...options])));
    scores.push(categories['agentic-browsing'].score ?? 0);
    for (const { score, title } of Object.values(audits))
      if (score !== null && score < 1) failed.push(`${page}: ${title}`);
  }
  return { score: `${Math.min(...scores)} at least`, failed, isAccepted: scores.every((score) => score === 1) };
}

const A14yReport = z.object({ summary: z.object({ score: z.number(), failed: z.number() }) });

async function checkA14y(base: string): Promise<RateLimitResult> {
  const options = ['--no-telemetry', '--no-share', '-o', 'json'];
  const failed: string[] = [];
  let least = 100;
  for (const page of await listPages(base)) {
    const report = await runProgram(process.execPath, [resolve(process.env.A14Y ?? ''), page, ...options]);
    const { score } = A14yReport.parse(JSON.parse(report)).summary;
    if (score < 100) failed.push(`${page}: ${score}`);
    least = Math.min(least, score);
  }
  return { score: `${least}/100 at least`, failed, isAccepted: least >= 97 };
}

/** Every feed that the site map leads to, as the hosted validator reads them; JSON Feed it does not read. */
async function checkFeeds(base: string): Promise<RateLimitResult> {
  const siteMap = await (await fetch(`${base}/sitemap.xml`)).text();
  const groups = Array.from(
    siteMap.matchAll(/<loc>([^<]+\/(?:tags|authors|series)\/[^<]+)<\/loc>/g),
    ([, url]) => `${url}.xml`,
  );
  const feeds = ['/feed.xml', '/feed.atom', '/rss.xml'].map((path) => base + path).concat(groups);
  const failed: string[] = [];
  for (const feed of feeds) {
    const said = await runProgram('python3', ['demo.py', feed, 'AA'], resolve(process.env.FEED_VALIDATOR ?? ''));
    if (!said.includes('No errors or warnings')) failed.push(`${feed}: ${said.split('\n').slice(1, 4).join(' ')}`);
  }
  return { score: `${failed.length} of ${feeds.length} complained of`, failed, isAccepted: failed.length === 0 };
}
