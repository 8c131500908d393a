import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';

/** What one checker says of a site. */
export interface Verdict {
  score: string;
  /** Each check that took points, with what the checker says about it. */
  failed: string[];
  isAccepted: boolean;
}

/** Checkers of what agents read, all installed as development dependencies, by name: each takes the address of a running site. */
export const checkers: Readonly<Record<string, (base: string) => Promise<Verdict>>> = {
  'agent-readiness': checkAgentReadiness,
  afdocs: checkAfdocs,
  linkinator: checkLinks,
  '@vercel/agent-readability': checkVercel,
};

/** What cannot be asked here about an address on loopback, and why. */
export const notAsked: Readonly<Record<string, string>> = {
  isitagentready: 'hosted, refuses private addresses',
  'Ora, is-agentic': 'hosted, refuse private addresses',
  a14y: 'its package is not in the npm registry',
  'W3C feed validator': 'hosted, or Python from its repository',
};

/**
 * Two checks of Vercel that other specifications forbid: another body for the user agent of an agent under the same address, and
 * 200 for a page that does not exist.
 */
const contested = ['Agent UA → markdown', 'Missing page → markdown'];

async function run(command: string, args: readonly string[], cwd?: string): Promise<string> {
  const child = spawn(process.execPath, [resolve('node_modules/.bin', command), ...args], {
    ...(cwd && { cwd }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let complaint = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (complaint += chunk));
  await once(child, 'close');
  // They end with 1 when something failed; one that broke down said nothing.
  if (output === '') throw new Error(`${command} gave no result.\n${complaint}`);
  return output;
}

const ReadinessReport = z.object({
  score: z.number(),
  checks: z.array(z.object({ label: z.string(), pass: z.boolean() })),
});

async function checkAgentReadiness(base: string): Promise<Verdict> {
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

async function checkAfdocs(base: string): Promise<Verdict> {
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

async function checkLinks(base: string): Promise<Verdict> {
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

/** It draws five pages by lot, and asks for a wrong address when the home page comes first: the names count, not the number. */
async function checkVercel(base: string, attempts = 3): Promise<Verdict> {
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
