import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

function run(command: string, args: readonly string[], env: Record<string, string>) {
  const { status, stderr, stdout } = spawnSync('node', [`src/cli/${command}.ts`, ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { status, stderr, stdout };
}

it('says a wrong setting in one sentence, without a trace, wherever it is read', () => {
  expect(run('compile-command', [], { BASE_URL: '', PORT: 'abc' })).toMatchObject({
    status: 1,
    stderr: 'Invalid configuration. PORT is not a port number.\n',
  });
  expect(run('check-content', [], { PUBLICATION_DIR: '/nowhere' })).toMatchObject({
    status: 1,
    stderr: '/nowhere/site.config.ts cannot be read: run "npm run init" to make one.\n',
  });
});

it('publishes nothing with --help or invalid arguments', () => {
  const env = { RELEASE_DIR: '/nowhere' };
  expect(run('publish', ['--help'], env)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Usage/) });
  expect(run('publish', ['--now'], env)).toMatchObject({ status: 2, stdout: expect.stringMatching(/^Unknown option/) });
});
