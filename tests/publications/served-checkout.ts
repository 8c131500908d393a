import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../support/free-port.ts';
import { initPublication } from '../support/publication.ts';
import { untilReady } from '../support/until-ready.ts';

const run = promisify(execFile);

/** What a server is after docs/publishing.md, and the clone of an author who pushes to it. */
export interface ServedCheckout {
  base: string;
  author: string;
  bare: string;
  site: string;
  /** Runs git in the author's clone. Resolves also when git refuses. */
  git(...args: string[]): Promise<{ code: number; printed: string }>;
  /** Runs `npm run publish -- --again` in the checkout. */
  publishAgain(): Promise<{ code: number; printed: string }>;
  remove(): Promise<void>;
}

/** A publication in a bare repository, its checkout built and served, hooks in place. */
export async function serveCheckout(now: number): Promise<ServedCheckout> {
  const port = await freePort();
  const root = resolve('.test-build', `push-${port}`);
  const author = join(root, 'author');
  const bare = join(root, 'site.git');
  const site = join(root, 'site');
  const env = childEnvironment();
  const attempt = (work: ReturnType<typeof at>) =>
    work.then(
      ({ stdout, stderr }) => ({ code: 0, printed: stdout + stderr }),
      ({ code, stdout, stderr }) => ({ code, printed: stdout + stderr }),
    );
  const at = (cwd: string, command: string, ...args: string[]) => run(command, args, { cwd, env, maxBuffer: 1e8 });

  await copySoftware(author);
  const given = { name: 'Acme Journal', email: 'a@b.example', author: 'Editors' };
  await initPublication(author, { given, now });
  await at(author, 'git', 'init', '--quiet', '--initial-branch=main');
  await at(author, 'git', 'add', '--all');
  await at(author, 'git', 'commit', '--quiet', '-m', 'Begin');
  await at(root, 'git', 'clone', '--quiet', '--bare', author, bare);
  await at(author, 'git', 'remote', 'add', 'origin', bare);
  await at(root, 'git', 'clone', '--quiet', bare, site);
  await symlink(resolve('node_modules'), join(site, 'node_modules'));
  const base = `http://localhost:${port}`;
  await writeFile(
    join(site, '.env'),
    `BASE_URL=${base}\nPORT=${port}\nLOG_LEVEL=error\nRATE_LIMIT_PER_MINUTE=1000000\n`,
  );
  await at(site, 'npm', 'run', 'publish');
  await at(bare, 'git', 'config', 'core.hooksPath', join(site, 'deploy/hooks'));

  const server = spawn('node', ['--env-file=.env', 'src/server/main.ts'], { cwd: site, env, stdio: 'inherit' });
  await untilReady(server, base);
  return {
    base,
    author,
    bare,
    site,
    git: (...args) => attempt(at(author, 'git', ...args)),
    publishAgain: () => attempt(at(site, 'npm', 'run', '--silent', 'publish', '--', '--again')),
    async remove() {
      const ended = new Promise((done) => server.once('exit', done));
      server.kill('SIGTERM');
      await ended;
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** As on a server: nothing of this test run, a name for commits. */
function childEnvironment(): NodeJS.ProcessEnv {
  const ours = new Set(['VITEST', 'NODE_ENV', 'BASE_URL', 'PUBLICATION_DIR', 'RELEASE_DIR', 'DATA_DIR', 'PORT']);
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.has(name)));
  return {
    ...inherited,
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@b.example',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@b.example',
  };
}

async function copySoftware(folder: string): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    maxBuffer: 1e8,
  });
  const owned = /^(?:content|public|tests)\/|^site\.config\.ts$/;
  for (const file of stdout.split('\0').filter((name) => name !== '' && !owned.test(name))) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await cp(file, join(folder, file));
  }
  await mkdir(join(folder, 'content'), { recursive: true });
}
