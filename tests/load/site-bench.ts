import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateSite } from './generated-site.ts';

/**
 * CPU seconds and peak memory of `npm run build` on generated articles: the first build, one with nothing changed, and
 * one with one article changed.
 * Usage: node tests/load/site-bench.ts [COUNT [VERSIONS]] [--studies]: every article gets so many published texts, one
 * commit each, and the last of them is the same however many there are; `--studies` makes every fourth one a study.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { studies: { type: 'boolean', default: false } },
});
const [count = 2_000, versions = 0] = positionals.map(Number);
const site = await generateSite(count, {}, { hasStudies: values.studies });
const originals = versions > 0 ? await readArticles() : [];
for (let left = versions - 1; left >= 0; left -= 1) await commitVersion(left);
measureBuild('first');
if (versions === 0) measureBuild('unchanged');
// The second build of some software also bundles its code for the ones after it.
for (const build of ['one article changed', 'one article changed again']) {
  await site.changeArticle();
  measureBuild(build);
}
await site.remove();

/** The path and the text of each article. */
async function readArticles(): Promise<(readonly [path: string, text: string])[]> {
  const folder = join(site.folder, 'content/articles');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md'));
  return Promise.all(
    names.map(async (name) => [join(folder, name), await readFile(join(folder, name), 'utf8')] as const),
  );
}

/**
 * Gives every article another last paragraph, and commits all of them on a day of its own.
 * @param left how many versions follow
 */
async function commitVersion(left: number): Promise<void> {
  for (const [path, text] of originals) await writeFile(path, `${text}\nThis text has ${left} after it.\n`);
  const date = `2026-0${9 - left}-01T00:00:00Z`;
  const identity = ['-c', 'user.name=Bench', '-c', 'user.email=bench@localhost'];
  const options = { cwd: site.folder, env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date } };
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...identity, 'commit', '-qm', `Text ${versions - left}`],
  ]) {
    const { status } = spawnSync('git', args, options);
    if (status !== 0) throw new Error(`git ${args.join(' ')} ended with ${status}.`);
  }
}

function measureBuild(build: string): void {
  process.stdout.write(`${JSON.stringify({ build, count, ...site.build() })}\n`);
}
