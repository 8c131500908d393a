import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateContent } from './generate-articles.ts';

/**
 * CPU seconds and peak memory of each half of `npm run build` on generated articles, pages and all.
 * Usage: node tests/load/site-bench.ts [COUNT]
 */
const count = Number(process.argv[2] ?? 2_000);
const folder = await mkdtemp(join(tmpdir(), 'quire-site-'));
const contentDir = join(folder, 'content');
await generateContent(contentDir, count);
await mkdir(join(contentDir, 'pages'), { recursive: true });
for (const page of await readdir('content/pages')) {
  // The pages link to our own articles, which are not among the generated ones.
  const text = await readFile(join('content/pages', page), 'utf8');
  await writeFile(join(contentDir, 'pages', page), text.replace(/\]\(\/articles\/[^)]+\)/g, '](/articles)'));
}
const env = {
  ...process.env,
  CONTENT_DIR: contentDir,
  BUILD_DIR: join(folder, 'build'),
  DIST_DIR: '.test-build/bench',
  ASTRO_TELEMETRY_DISABLED: '1',
};

for (const [step, args] of Object.entries({
  compile: ['src/cli/compile.ts'],
  pages: ['node_modules/.bin/astro', 'build', '--silent'],
})) {
  const measured = spawnSync('/usr/bin/time', ['-f', '%U %S %e %M', 'node', ...args], {
    env,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  const [user = 0, system = 0, wallSeconds = 0, kilobytes = 0] = (measured.stderr.trim().split('\n').at(-1) ?? '')
    .split(' ')
    .map(Number);
  if (measured.status !== 0) throw new Error(`${measured.stdout}\n${measured.stderr}`);
  process.stdout.write(
    `${JSON.stringify({ step, count, cpuSeconds: user + system, wallSeconds, peakMegabytes: Math.round(kilobytes / 1024) })}\n`,
  );
}
await rm(folder, { recursive: true });
