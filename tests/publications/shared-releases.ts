import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { createFolder, initPublication } from '../support/publication.ts';
import { serveCommand } from '../support/serve-command.ts';

/** How a command ended, and all that it printed. */
export interface Ended {
  code: number | null;
  printed: string;
}

export interface Running {
  child: ChildProcess;
  printed: () => string;
  ended: Promise<Ended>;
}

export interface Replica extends Running {
  base: string;
  /** Milliseconds until it was ready. */
  readyMs: number;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** A publication, and machines that share its releases by a store. Each machine has a folder of releases of its own. */
export async function shareReleases(store: { url: string; env?: Record<string, string> }) {
  const folder = await createFolder();
  await initPublication(folder.root);
  const port = String(await freePort());
  const machines = resolve('.test-build', `machines-${port}`);
  const article = (publication: string) => join(publication, 'content/articles/how-an-article-is-written.md');
  const plain = readFileSync(article(folder.root), 'utf8');
  const { VITEST: _, ...inherited } = process.env;
  const env = (machine: string, publication = folder.root) => ({
    ...inherited,
    NODE_ENV: 'production',
    PUBLICATION_DIR: publication,
    PORT: port,
    BASE_URL: `http://localhost:${port}`,
    RELEASE_DIR: join(machines, machine),
    DATA_DIR: join(folder.root, 'data', machine),
    LOG_LEVEL: 'info',
    RATE_LIMIT_PER_MINUTE: '1000000',
    RELEASE_STORE: store.url,
    ...store.env,
  });

  function start(args: readonly string[], settings: Record<string, string | undefined>): Running {
    const child = spawn('node', args, { env: settings, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk));
    const ended = once(child, 'close').then(([code]): Ended => ({ code, printed }));
    return { child, printed: () => printed, ended };
  }

  return {
    /** Lets the article end with this word, of the publication or of a copy of it. */
    write(word: string, publication = folder.root) {
      writeFileSync(article(publication), `${plain}\nThe word is marker-${word}.\n`);
    },
    copyPublication(): string {
      const copy = join(folder.root, 'copy');
      for (const name of ['content', 'public', 'site.config.ts'])
        cpSync(join(folder.root, name), join(copy, name), { recursive: true });
      return copy;
    },
    folderOf: (machine: string) => join(machines, machine),
    startPublish: (machine: string, about: { publication?: string; args?: readonly string[] } = {}) =>
      start(['src/cli/publish.ts', ...(about.args ?? [])], env(machine, about.publication)),
    run: (machine: string, command: string, ...args: string[]) =>
      start([`src/cli/${command}.ts`, ...args], env(machine)).ended,
    /** Starts a service. @throws Error with what it printed when it ends before it is ready */
    async startReplica(machine: string, settings: Record<string, string> = {}): Promise<Replica> {
      const own = String(await freePort());
      const serve = serveCommand();
      const startedAt = performance.now();
      const running = start(serve.args, { ...env(machine), ...serve.env, PORT: own, ...settings });
      const base = `http://localhost:${own}`;
      const headers = { host: `localhost:${port}` };
      while (!(await fetch(`${base}/readyz`, { headers }).catch(() => undefined))?.ok) {
        if (running.child.exitCode !== null || running.child.signalCode !== null) throw new Error(running.printed());
        await new Promise((done) => setTimeout(done, 20));
      }
      return {
        ...running,
        base,
        readyMs: Math.round(performance.now() - startedAt),
        async stop(signal = 'SIGTERM') {
          running.child.kill(signal);
          await running.ended;
        },
      };
    },
    startService: (machine: string) => start(serveCommand().args, env(machine)),
    async remove() {
      await folder.remove();
      rmSync(machines, { recursive: true, force: true });
    },
  };
}

const slug = 'how-an-article-is-written';
const paths = [`/articles/${slug}`, `/articles/${slug}.md`, `/api/v1/articles/${slug}`, `/articles/${slug}?again`];

/** The words that a replica shows, one request after the other, until `stop`. */
export function readAll(base: string) {
  const failed: string[] = [];
  const seen: string[] = [];
  let requests = 0;
  let isOver = false;
  const reading = (async () => {
    for (; !isOver; requests += 1) {
      const path = paths[requests % paths.length] ?? '';
      const found = await fetch(base + path).then(
        async (response) => (response.ok ? response.text() : `status ${response.status}`),
        (cause: unknown) => `failed ${cause}`,
      );
      const word = /marker-(\w+)/.exec(found)?.[1];
      if (word === undefined) failed.push(`${path}: ${found.slice(0, 80)}`);
      else if (seen.at(-1) !== word) seen.push(word);
      // Without a pause the reader takes a whole core from the build that it waits for.
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  return {
    failed,
    /** Each word once for each time that it took the place of another. */
    seen,
    async stop() {
      isOver = true;
      await reading;
      return requests;
    },
  };
}
