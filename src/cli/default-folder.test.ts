import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentFolder } from '../publication/read.ts';
import { runExport } from './export.ts';
import { runImport } from './import/import.ts';
import { runInspect } from './inspect.ts';
import { runNew } from './new.ts';
import { runReproduce } from './reproduce.ts';

/** Tests run with PUBLICATION_DIR set: vitest.config.ts. */
const ours = 'tests/fixtures/publication/content';
const now = Date.UTC(2026, 10, 22);

/** What a command prints. */
async function listen(run: (print: (text: string) => void) => Promise<number>): Promise<string> {
  let printed = '';
  await run((text) => {
    printed += text;
  });
  return printed;
}

describe('a command that is told no folder looks into that of the publication', () => {
  it.each<[string, (print: (text: string) => void) => Promise<number>]>([
    ['new', (print) => runNew(['--title', 'A', '--author', 'nobody'], { print, ask: undefined, now })],
    ['import', (print) => runImport(['a.ipynb', '--author', 'nobody'], print, now)],
    ['export', (print) => runExport(['nowhere', '--to', 'jats'], { print, now })],
    ['inspect', (print) => runInspect(['nowhere'], print, now)],
    ['reproduce', (print) => runReproduce(['nowhere'], { print, now })],
  ])('%s', async (_, run) => {
    expect(await listen(run)).toMatch(new RegExp(` in ${ours}/(?:articles|authors\\.yaml)\\b`));
  });
});

it('is content here, and a whole path where the publication lies elsewhere', () => {
  expect(contentFolder({})).toBe('content');
  expect(contentFolder({ PUBLICATION_DIR: '/srv/journal' })).toBe('/srv/journal/content');
});

it('answers who asks how to write with dev, and ends', () => {
  const { status, stdout } = spawnSync('node', ['src/cli/watch.ts', '--help'], { encoding: 'utf8', timeout: 25_000 });
  expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Usage: npm run dev/) });
});

it('reads .env, in which a folder of the publication may be named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'environment-'));
  await writeFile(join(folder, '.env'), 'PUBLICATION_DIR=/srv/journal\n');
  const { PUBLICATION_DIR: _, ...env } = process.env;
  const command = resolve('src/cli/inspect.ts');
  const { stderr } = spawnSync('node', [command, 'nowhere'], { cwd: folder, env, encoding: 'utf8', timeout: 25_000 });
  await rm(folder, { recursive: true });
  expect(stderr).toBe('/srv/journal/site.config.ts cannot be read: run "npm run init" to make one.\n');
});
