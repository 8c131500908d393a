import { spawnSync } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateContent } from './generate-articles.ts';

/**
 * CPU seconds and peak memory of `npm run build` on generated articles: the first build, one with nothing changed, and one
 * with one article changed.
 * Usage: node tests/load/site-bench.ts [COUNT [VERSIONS]]: every article gets so many published texts, one commit each.
 */
const count = Number(process.argv[2] ?? 2_000);
const versions = Number(process.argv[3] ?? 0);
const folder = await mkdtemp(join(tmpdir(), 'quire-site-'));
const contentDir = join(folder, 'content');
await generateContent(contentDir, count);
await mkdir(join(contentDir, 'pages'), { recursive: true });
for (const page of await readdir('content/pages')) {
  // The pages link to our own articles, which are not among the generated ones.
  const text = await readFile(join('content/pages', page), 'utf8');
  await writeFile(join(contentDir, 'pages', page), text.replace(/\]\(\/articles\/[^)]+\)/g, '](/articles)'));
}
for (let version = 1; version <= versions; version += 1) await commitVersion(version);

const env = {
  ...process.env,
  // Its settings name no article.
  PUBLICATION_DIR: 'tests/fixtures/publication',
  CONTENT_DIR: contentDir,
  // A folder never used before: a file system may be slow to make files where many were just deleted.
  RELEASE_DIR: `.test-build/bench-${process.pid}`,
  PARTS_DIR: `.test-build/bench-parts-${process.pid}`,
};

await measureBuild('first');
if (versions === 0) await measureBuild('unchanged');
const [changed = ''] = await readdir(join(contentDir, 'articles'));
await appendFile(join(contentDir, 'articles', changed), '\nOne more sentence.\n');
await measureBuild('one article changed');
await rm(folder, { recursive: true });
await rm(env.RELEASE_DIR, { recursive: true });
await rm(env.PARTS_DIR, { recursive: true });

/** Changes one paragraph of every article, and commits all of them on a day of its own. */
async function commitVersion(version: number): Promise<void> {
  const articles = join(contentDir, 'articles');
  for (const name of await readdir(articles)) {
    if (name.endsWith('.md'))
      await appendFile(join(articles, name), `\nRevision ${version} of ${name} has these words.\n`);
  }
  const date = `2026-0${version}-01T00:00:00Z`;
  const identity = ['-c', 'user.name=Bench', '-c', 'user.email=bench@localhost'];
  const options = { cwd: folder, env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date } };
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...identity, 'commit', '-qm', `Version ${version}`],
  ]) {
    const { status } = spawnSync('git', args, options);
    if (status !== 0) throw new Error(`git ${args.join(' ')} ended with ${status}.`);
  }
}

async function measureBuild(build: string): Promise<void> {
  const command = ['-f', '%U %S %e %M', 'npm', 'run', '--silent', 'build'];
  const measured = spawnSync('/usr/bin/time', command, { env, encoding: 'utf8', maxBuffer: 1e9 });
  const [user = 0, system = 0, wallSeconds = 0, kilobytes = 0] = (measured.stderr.trim().split('\n').at(-1) ?? '')
    .split(' ')
    .map(Number);
  if (measured.status !== 0) throw new Error(`${measured.stdout}\n${measured.stderr}`);
  const cpuSeconds = Number((user + system).toFixed(2));
  const peakMegabytes = Math.round(kilobytes / 1024);
  process.stdout.write(`${JSON.stringify({ build, count, cpuSeconds, wallSeconds, peakMegabytes })}\n`);
}
