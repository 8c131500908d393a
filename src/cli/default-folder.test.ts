import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listenTo } from '../../tests/support/command.ts';
import { folderOfTest } from '../../tests/support/folders.ts';
import { contentFolder } from '../library/read-publication.ts';
import type { CommandContext } from './arguments.ts';
import { runExport } from './export.ts';
import { runImport } from './import.ts';
import { runNew } from './new.ts';
import { runReproduce } from './reproduce.ts';

/** Tests run with PUBLICATION_DIR set: vitest.config.ts. */
const ours = 'tests/fixtures/publication/content';

describe('a command without a folder reads that of the publication', () => {
  it.each<[string, (session: CommandContext) => Promise<number>]>([
    ['new', (session) => runNew(['--title', 'A', '--author', 'nobody'], { ...session, ask: undefined })],
    ['import', (session) => runImport(['a.ipynb', '--author', 'nobody'], session)],
    ['export', (session) => runExport(['nowhere', '--to', 'jats', '--base-url', 'https://example.org'], session)],
    ['reproduce', (session) => runReproduce(['nowhere'], session)],
  ])('%s', async (_, run) => {
    expect((await listenTo(run)).printed).toMatch(new RegExp(` in ${ours}/(?:articles|authors\\.yaml)\\b`));
  });
});

it('is content here, and a whole path where the publication lies elsewhere', () => {
  expect(contentFolder({})).toBe('content');
  expect(contentFolder({ PUBLICATION_DIR: '/srv/journal' })).toBe('/srv/journal/content');
});

it('prints the usage of dev and exits', () => {
  const { status, stdout } = spawnSync('node', ['src/cli/watch.ts', '--help'], { encoding: 'utf8', timeout: 25_000 });
  expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Usage: npm run dev/) });
});

it('reads .env, in which a folder of the publication may be named', async () => {
  const folder = folderOfTest();
  await writeFile(join(folder, '.env'), 'PUBLICATION_DIR=/srv/journal\n');
  const { PUBLICATION_DIR: _, ...env } = process.env;
  const command = resolve('src/cli/reproduce.ts');
  const { stderr } = spawnSync('node', [command, 'nowhere'], { cwd: folder, env, encoding: 'utf8', timeout: 25_000 });
  expect(stderr).toBe('/srv/journal/site.config.ts cannot be read: run "npm run init" to make one.\n');
});

it('sets up, changes and migrates the publication that PUBLICATION_DIR names, and leaves the folder it runs in alone', async () => {
  const home = folderOfTest();
  const journal = join(home, 'a/journal');
  await writeFile(join(home, '.env'), 'PUBLICATION_DIR=a/journal\n');
  const { PUBLICATION_DIR: _, ...env } = process.env;
  const run = (command: string, ...args: string[]) =>
    spawnSync('node', [resolve('src/cli', command), ...args], { cwd: home, env, encoding: 'utf8', timeout: 25_000 });
  const read = (path: string) => readFile(join(journal, path), 'utf8');
  const answers = [
    '--name',
    'Acme',
    '--publisher',
    'Acme',
    '--email',
    'a@acme.example',
    '--base-url',
    'http://localhost:9',
  ];
  expect(run('init-command.ts', '--yes', ...answers)).toMatchObject({ status: 0 });
  expect(await read('site.config.ts')).toContain("name: 'Acme'");
  expect(run('init-command.ts', '--tagline', 'News of tools.')).toMatchObject({ status: 0 });
  expect(await read('site.config.ts')).toContain("tagline: 'News of tools.'");
  expect(run('check-content.ts')).toMatchObject({ status: 0 });
  await writeFile(
    join(journal, 'site.config.ts'),
    "import type { Publication } from './src/core/publication.ts';\nexport const publication: Publication = {};\n",
  );
  await mkdir(join(home, 'content'));
  expect(run('migrate.ts')).toMatchObject({ status: 0 });
  expect(await read('site.config.ts')).toContain('publication: PublicationSettings');
  expect((await readdir(home)).toSorted()).toEqual(['.env', 'a', 'content']);
  expect(await readFile(join(home, '.env'), 'utf8')).toMatch(
    /^PUBLICATION_DIR=a\/journal\n(?:.*\n)*BASE_URL=http:\/\/localhost:9\n/,
  );
});
