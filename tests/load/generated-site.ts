import { spawnSync } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateContent, writeArticle } from './generate-articles.ts';

export interface BuildCost {
  /** User and system. */
  cpuSeconds: number;
  wallSeconds: number;
  peakMegabytes: number;
}

/** A publication of generated articles, with folders of its own for its releases and its cache. */
export interface GeneratedSite {
  /** Its own folder; `content` is in it. */
  folder: string;
  env: NodeJS.ProcessEnv & { RELEASE_DIR: string; PARTS_DIR: string };
  /**
   * `npm run build`.
   * @param software folder of another version of the software, which has releases and a cache of its own
   * @throws Error with its output when it fails
   */
  build(software?: string): BuildCost;
  /** Adds a sentence to one article, with a word that no other has. */
  changeArticle(): Promise<void>;
  /** Adds an article, the newest. */
  addArticle(): Promise<void>;
  remove(): Promise<void>;
}

export async function generateSite(
  count: number,
  settings: Record<string, string> = {},
  options: { hasStudies?: boolean } = {},
): Promise<GeneratedSite> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-site-'));
  const contentDir = join(folder, 'content');
  await generateContent(contentDir, count, options);
  await mkdir(join(contentDir, 'pages'), { recursive: true });
  for (const page of await readdir('content/pages')) {
    // The pages link to our own articles, which are not among the generated ones.
    const text = await readFile(join('content/pages', page), 'utf8');
    await writeFile(join(contentDir, 'pages', page), text.replace(/\]\(\/articles\/[^)]+\)/g, '](/articles)'));
  }
  const env = {
    ...process.env,
    // Its settings name no article.
    PUBLICATION_DIR: 'tests/fixtures/publication',
    CONTENT_DIR: contentDir,
    // A folder never used before: a file system may be slow to make files where many were just deleted.
    RELEASE_DIR: `.test-build/bench-${process.pid}-${count}`,
    PARTS_DIR: `.test-build/bench-parts-${process.pid}-${count}`,
    ...settings,
  };
  return {
    folder,
    env,
    build: (software) => measureCommand(['npm', 'run', '--silent', 'build'], env, software),
    async changeArticle() {
      const changed = (await readdir(join(contentDir, 'articles'))).find((name) => name.endsWith('.md'));
      const word = String(Date.now()).replace(/\d/g, (digit) => 'bcdfghklmn'[Number(digit)] ?? '');
      await appendFile(join(contentDir, 'articles', changed ?? ''), `\nOne more sentence has ${word}.\n`);
    },
    async addArticle() {
      const text = writeArticle(count, count).replace(/^date: .*/m, `date: ${new Date().toISOString().slice(0, 10)}`);
      await writeFile(join(contentDir, 'articles', `article-${count}-new.md`), text);
    },
    async remove() {
      for (const path of [folder, env.RELEASE_DIR, env.PARTS_DIR]) await rm(path, { recursive: true, force: true });
    },
  };
}

/** What a command costs with all processes that it starts. */
export function measureCommand(command: readonly string[], env: NodeJS.ProcessEnv, cwd = '.'): BuildCost {
  const options = { env, cwd, encoding: 'utf8', maxBuffer: 1e9 } as const;
  const measured = spawnSync('/usr/bin/time', ['-f', '%U %S %e %M', ...command], options);
  const [user = 0, system = 0, wallSeconds = 0, kilobytes = 0] = (measured.stderr.trim().split('\n').at(-1) ?? '')
    .split(' ')
    .map(Number);
  if (measured.status !== 0) throw new Error(`${measured.stdout}\n${measured.stderr}`);
  const cpuSeconds = Number((user + system).toFixed(2));
  return { cpuSeconds, wallSeconds, peakMegabytes: Math.round(kilobytes / 1024) };
}
