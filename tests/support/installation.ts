import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { initAnswers, initPublication } from './publication.ts';
import { serveCommand } from './serve-command.ts';
import { untilReady } from './until-ready.ts';

const run = promisify(execFile);

/** The articles of a publication that was just set up. */
export const starterArticles = { free: 'how-an-article-is-written', paid: 'how-a-paid-article-works' };

export const baseUrlOf = (host: string) => `http://${host}`;

/**
 * Makes a publication in the folder of an installation, as docs/scaling.md says, and builds it.
 * @param about.word stands in the title of its free article, and nowhere else
 * @param about.env lines of its own settings
 * @param about.prepare changes its folder before the build
 */
export async function buildPublication(about: {
  installation: string;
  host: string;
  word: string;
  env?: readonly string[];
  prepare?: (root: string) => void;
}): Promise<void> {
  const { installation, host, word, env = [], prepare } = about;
  const root = join(installation, host);
  const base = baseUrlOf(host);
  const given = { ...initAnswers, name: `Journal of ${word}`, 'base-url': base };
  await initPublication(root, { given });
  const article = join(root, 'content/articles', `${starterArticles.free}.md`);
  writeFileSync(article, readFileSync(article, 'utf8').replace(/^title: .*$/m, `title: A study of ${word}`));
  writeFileSync(join(root, '.env'), [`BASE_URL=${base}`, ...env, ''].join('\n'));
  prepare?.(root);
  const { VITEST: _, ...inherited } = process.env;
  const settings = { PUBLICATION_DIR: root, RELEASE_DIR: join(root, 'release'), BASE_URL: base, KEY_PREFIX: 'shared' };
  await run('npm', ['run', 'build'], { env: { ...inherited, NODE_ENV: 'production', ...settings }, maxBuffer: 1e8 });
}

export interface Installation {
  port: number;
  pid: number;
  /** What it logged so far. */
  log(): string;
  /** Process IDs of the open publications, by host. */
  processes(): Map<string, number>;
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * Serves the publications of a folder.
 * @param about.script what is started in the place of the service
 */
export async function startInstallation(about: {
  installation: string;
  env?: Record<string, string>;
  script?: string;
}): Promise<Installation> {
  const { installation, env, script } = about;
  const port = await freePort();
  const serve = serveCommand();
  const args = script === undefined ? serve.args : [...serve.args.slice(0, -1), script];
  const { VITEST: _, PUBLICATION_DIR: __, ...inherited } = process.env;
  const child = spawn('node', args, {
    env: {
      ...inherited,
      ...serve.env,
      NODE_ENV: 'production',
      BASE_URL: '', // vitest sets one
      PUBLICATIONS: installation,
      PORT: String(port),
      SUBSCRIBE_LIMIT_PER_MINUTE: '100000',
      RATE_LIMIT_PER_MINUTE: '1000000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  await untilReady(child, `http://127.0.0.1:${port}`, () => output);
  const { pid = 0 } = child;
  return {
    port,
    pid,
    log: () => output,
    processes: () => new Map(childrenOf(pid).flatMap((each) => readHost(each))),
    async kill(signal) {
      if (child.exitCode !== null) return child.exitCode;
      const ended = once(child, 'close');
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

/** The host of a publication's process, and its ID; nothing for one that has just ended. */
function readHost(pid: number): [string, number][] {
  const path = `/proc/${pid}/cmdline`;
  const words = existsSync(path) ? readFileSync(path, 'utf8').split('\0') : [];
  const host = words[words.indexOf('--publication') + 1];
  return words.includes('--publication') && host !== undefined ? [[host, pid]] : [];
}

export interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends one request for a host to a port of this machine, on a new connection unless an agent has one. */
export async function askHost(
  port: number,
  host: string,
  about: { path: string; method?: string; headers?: Record<string, string>; body?: string; agent?: Agent },
): Promise<Got> {
  const { path, method = 'GET', headers, body, agent = false } = about;
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    method,
    headers: { ...headers, host },
    agent,
  });
  const answered = once(sent, 'response');
  sent.end(body);
  const [response] = await answered;
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}
