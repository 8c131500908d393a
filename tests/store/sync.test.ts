import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOfFile } from '../support/folders.ts';

const folder = folderOfFile();

const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;
const sqliteModule = join(import.meta.dirname, '../../src/store/sqlite.ts');

/** How often a process that does `work` with a new store forces its files to the disk, before it closes the store. */
function countSyncs(name: string, work: string): number {
  const script = `
    import { openSqliteStore } from ${JSON.stringify(sqliteModule)};
    const store = openSqliteStore({ path: ${JSON.stringify(join(folder, `${name}.db`))}, now: Date.now });
    const put = (key) => store.update(key, () => ({ op: 'put', value: key, ttlMs: 60_000 }));
    process.kill(process.pid, 0);
    ${work}
    process.kill(process.pid, 0);
    await store.close();`;
  const trace = join(folder, `${name}.trace`);
  const command = [process.execPath, '--input-type=module', '--eval', script];
  execFileSync('strace', ['-f', '-e', 'trace=fsync,fdatasync,kill', '-e', 'signal=none', '-o', trace, ...command]);
  const [, during = ''] = readFileSync(trace, 'utf8').split(/kill\(\d+, 0\)/);
  return during.match(/f(data)?sync\(/g)?.length ?? 0;
}

test.skipIf(!canTrace)(
  'with strace: each awaited write is forced to the disk, and writes at once share it',
  () => {
    const oneByOne = countSyncs('serial', 'for (let n = 0; n < 50; n++) await put(String(n));');
    const atOnce = countSyncs('parallel', 'await Promise.all(Array.from({ length: 50 }, (_, n) => put(String(n))));');
    expect(oneByOne).toBeGreaterThanOrEqual(50);
    expect(atOnce).toBeGreaterThanOrEqual(1);
    expect(atOnce).toBeLessThanOrEqual(3);
  },
  30_000,
);
