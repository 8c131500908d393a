import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOfTest } from '../../tests/support/folders.ts';
import { initPublication } from '../../tests/support/publication.ts';

function run(command: string, args: readonly string[], env: Record<string, string>) {
  const { status, stderr, stdout } = spawnSync('node', [`src/cli/${command}.ts`, ...args], {
    env: { ...process.env, BASE_URL: '', ...env },
    encoding: 'utf8',
  });
  return { status, stderr, stdout };
}

it('says a wrong setting in one sentence, without a trace, wherever it is read', () => {
  expect(run('compile-command', [], { PORT: 'abc' })).toMatchObject({
    status: 1,
    stderr: 'Invalid configuration. PORT is not a port number.\n',
  });
  expect(run('check-content', [], { PUBLICATION_DIR: '/nowhere' })).toMatchObject({
    status: 1,
    stderr: '/nowhere/site.config.ts cannot be read: run "npm run init" to make one.\n',
  });
});

it.each([
  ["{\n  name: 'it's' };", 'site.config.ts:2:13', "Expected ',', got 'ident'"],
  ['{\n  name: title };', 'site.config.ts:2:9', 'title is not defined'],
  ["{};\nimport './looks.js';", 'looks.js:1:12', "Unexpected token ';'"],
])('names line and column of a mistake in site.config.ts: %j', async (settings, place, message) => {
  const folder = folderOfTest();
  await writeFile(join(folder, 'site.config.ts'), `export const publication = ${settings}\n`);
  await writeFile(join(folder, 'looks.js'), 'let dark = ;\n');
  expect(run('check-content', [], { PUBLICATION_DIR: folder })).toMatchObject({
    status: 1,
    stderr: `${join(folder, place)} cannot be read: ${message}.\n`,
  });
});

it('says in one sentence that a release, a store or a folder cannot be used', () => {
  const nothing = 'Nothing is built in /nowhere: run "npm run build" first.\n';
  for (const command of ['report', 'pdf'])
    expect(run(command, [], { RELEASE_DIR: '/nowhere' })).toMatchObject({ status: 1, stderr: nothing });
  expect(run('share', ['a', '--revoke'], { STORE_URL: 'redis://127.0.0.1:1' })).toMatchObject({
    status: 1,
    stderr: 'Replicas that share STORE_URL need the same KEY_SECRET; make one with: openssl rand -hex 32\n',
  });
  expect(run('share', ['a', '--revoke'], { DATA_DIR: '/proc/none', KEY_SECRET: 'x'.repeat(32) })).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^The state file \/proc\/none\/state\.db cannot be written: .+\.\n$/),
  });
  expect(run('releases', [], { RELEASE_DIR: import.meta.filename })).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/plain-errors\.test\.ts\/current cannot be used \(ENOTDIR\): .+\.\n$/),
  });
});

it('says in one sentence that the port of dev is taken, before it compiles', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = String(typeof address === 'object' && address?.port);
  const folder = folderOfTest();
  await initPublication(folder);
  const env = { PORT: port, PUBLICATION_DIR: folder, RELEASE_DIR: join(folder, 'release'), DATA_DIR: folder };
  const printed = run('dev', [], env);
  server.close();
  expect(printed).toEqual({ status: 1, stdout: '', stderr: `Port ${port} is taken: set PORT to another one.\n` });
});

it('ends without a trace when its output is cut off', () => {
  const { stderr } = spawnSync('sh', ['-c', 'node src/cli/new.ts --help | true'], { encoding: 'utf8' });
  expect(stderr).toBe('');
});

it.each(['publish', 'build-command', '../server/main'])(
  'prints the usage of %s with --help, and refuses unknown arguments',
  (command) => {
    const env = { RELEASE_DIR: '/nowhere' };
    expect(run(command, ['--help'], env)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Usage/) });
    expect(run(command, ['--now'], env)).toMatchObject({
      status: 2,
      stdout: expect.stringMatching(/^Un\w+ \w+ '--now'/),
    });
  },
);
