import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { lockBuilding } from '../../src/release/folder-lock.ts';
import { folderOfTest } from '../support/folders.ts';
import { initPublication } from '../support/publication.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

async function build(folder: string): Promise<{ code: number; printed: string }> {
  try {
    const { stdout, stderr } = await run(process.execPath, [join(root, 'src/cli/compile-command.ts')], {
      cwd: folder,
      env: {},
    });
    return { code: 0, printed: stdout + stderr };
  } catch (error) {
    if (!(error instanceof Error && 'stderr' in error && 'code' in error)) throw error;
    return { code: Number(error.code), printed: String(error.stderr) };
  }
}

test('a content error is printed with file, line and column, and no half of a build stays', async () => {
  const folder = folderOfTest();
  await initPublication(folder);
  const broken = join(folder, 'content/articles/broken.md');
  await writeFile(broken, '---\ntitle: "open\n---\n\nWords.\n');

  const first = await build(folder);
  expect(first.code).toBe(1);
  expect(first.printed).toMatch(/^content\/articles\/broken\.md:\d+:\d+ front-matter /m);
  expect(await readdir(folder)).not.toContain('library.json');

  await rm(broken);
  expect((await build(folder)).code).toBe(0);
  expect(await readdir(join(folder, 'release/next'))).toContain('library.json');
  await writeFile(broken, '---\ntitle: "open\n---\n\nWords.\n');
  expect((await build(folder)).code).toBe(1);
  expect((await readdir(folder)).toSorted()).toEqual(['.env', 'content', 'public', 'release', 'site.config.ts']);
  expect(await readdir(join(folder, 'release'))).not.toContain('next');
});

test('a build waits until another one in its folder ends', { timeout: 120_000 }, async () => {
  const folder = folderOfTest();
  await initPublication(folder);
  const unlock = lockBuilding(join(folder, 'release'));
  const building = spawn(process.execPath, [join(root, 'src/cli/compile-command.ts')], { cwd: folder, env: {} });
  const ended = once(building, 'exit');
  const [said] = await once(building.stderr, 'data');
  expect(String(said)).toBe('A build writes into release; this command waits until it ends.\n');
  expect(await readdir(join(folder, 'release'))).not.toContain('next.next');
  unlock();
  await ended;
  expect(await readdir(join(folder, 'release'))).toContain('building.lock');
});

test('a cleaning waits until a build ends, which may use an old text again that no release refers to', async () => {
  const folder = folderOfTest();
  await initPublication(folder);
  const text = join(folder, 'release/texts/old');
  await mkdir(join(folder, 'release/texts'), { recursive: true });
  await writeFile(text, 'words');
  await utimes(text, 1, 1);
  const unlock = lockBuilding(join(folder, 'release'));
  const env = { PARTS_DIR: join(folder, 'parts') };
  const cleaning = spawn(process.execPath, [join(root, 'src/cli/clean.ts')], { cwd: folder, env });
  const ended = once(cleaning, 'exit');
  expect(String((await once(cleaning.stderr, 'data'))[0])).toContain('A build writes into release');
  expect(await readdir(join(folder, 'release/texts'))).toEqual(['old']);
  unlock();
  await ended;
  expect(await readdir(join(folder, 'release/texts'))).toEqual([]);
});

test('a build that is ended leaves no unfinished files', { timeout: 120_000 }, async () => {
  const folder = folderOfTest();
  const [publication, temporary] = [join(folder, 'publication'), join(folder, 'temporary')];
  await cp(join(root, 'tests/fixtures/publication'), publication, { recursive: true });
  await mkdir(temporary);
  const env = {
    ...process.env,
    PUBLICATION_DIR: publication,
    RELEASE_DIR: join(folder, 'release'),
    PARTS_DIR: join(folder, 'parts'),
    TMPDIR: temporary,
    BASE_URL: '',
  };
  const building = spawn(process.execPath, [join(root, 'src/cli/build-command.ts')], { cwd: root, env });
  const ended = once(building, 'exit');
  await expect.poll(() => readdir(temporary)).toEqual([expect.stringMatching(/^quire-bundle-/)]);
  await expect.poll(() => readdir(join(folder, 'release'))).toContain('next.next');
  building.kill('SIGTERM');
  expect(await ended).toEqual([143, null]);
  expect(await readdir(temporary)).toEqual([]);
  expect((await readdir(join(folder, 'release'))).filter((name) => name.startsWith('next'))).toEqual([]);
});
