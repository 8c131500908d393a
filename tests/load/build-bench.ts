import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileFiles } from '../../src/content/compile-library.ts';
import { loadContent } from '../../src/content/load-content.ts';
import { visitArticles } from '../support/compile.ts';
import { generateContent } from './generate-articles.ts';

/**
 * Prints one JSON line: CPU seconds (user and system) and peak memory of one check or compile of generated articles.
 */
async function measure(job: 'check' | 'compile', count: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-bench-'));
  try {
    const contentDir = join(folder, 'content');
    await generateContent(contentDir, count);
    const started = process.cpuUsage();
    const startedAt = performance.now();
    const options = { contentDir, now: Date.UTC(2026, 10, 20) };
    const { problems } =
      job === 'check'
        ? await loadContent(options)
        : await compileFiles(
            { ...options, baseUrl: 'http://localhost:4321', generated: {}, publication: { name: 'Bench' } },
            visitArticles(() => {}),
          );
    const { user, system } = process.cpuUsage(started);
    const result = {
      job,
      count,
      cpuSeconds: Number(((user + system) / 1e6).toFixed(2)),
      wallSeconds: Number(((performance.now() - startedAt) / 1000).toFixed(2)),
      peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
      problems: problems.length,
    };
    process.stdout.write(`${JSON.stringify(result)}\n`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const [job = 'compile', count = '2000'] = process.argv.slice(2);
if (job !== 'check' && job !== 'compile')
  throw new Error('Usage: node tests/load/build-bench.ts check|compile [COUNT]');
await measure(job, Number(count));
