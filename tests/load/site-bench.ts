import { spawnSync } from 'node:child_process';
import { appendFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { generateSite } from './generated-site.ts';

/**
 * CPU seconds and peak memory of `npm run build` on generated articles: the first build, one with nothing changed, and one
 * with one article changed.
 * Usage: node tests/load/site-bench.ts [COUNT [VERSIONS]]: every article gets so many published texts, one commit each.
 */
const count = Number(process.argv[2] ?? 2_000);
const versions = Number(process.argv[3] ?? 0);
const site = await generateSite(count);
for (let version = 1; version <= versions; version += 1) await commitVersion(version);
measureBuild('first');
if (versions === 0) measureBuild('unchanged');
await site.changeArticle();
measureBuild('one article changed');
await site.remove();

/** Changes one paragraph of every article, and commits all of them on a day of its own. */
async function commitVersion(version: number): Promise<void> {
  const articles = join(site.folder, 'content/articles');
  for (const name of await readdir(articles)) {
    if (name.endsWith('.md'))
      await appendFile(join(articles, name), `\nRevision ${version} of ${name} has these words.\n`);
  }
  const date = `2026-0${version}-01T00:00:00Z`;
  const identity = ['-c', 'user.name=Bench', '-c', 'user.email=bench@localhost'];
  const options = { cwd: site.folder, env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date } };
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...identity, 'commit', '-qm', `Version ${version}`],
  ]) {
    const { status } = spawnSync('git', args, options);
    if (status !== 0) throw new Error(`git ${args.join(' ')} ended with ${status}.`);
  }
}

function measureBuild(build: string): void {
  process.stdout.write(`${JSON.stringify({ build, count, ...site.build() })}\n`);
}
