import { spawnSync } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOfTest } from '../support/folders.ts';
import { git } from '../support/git.ts';

it('checks a push with the files that a checkout has, whatever .gitattributes keeps out of exports', async () => {
  const folder = folderOfTest();
  const [site, bare] = [join(folder, 'site'), join(folder, 'site.git')];
  await mkdir(join(site, 'content/articles'), { recursive: true });
  await writeFile(join(site, 'content/articles/a b.md'), 'An article with $Format:%H$.\n');
  await writeFile(join(site, 'package-lock.json'), '{}\n');
  await cp('deploy/hooks', join(site, 'deploy/hooks'), { recursive: true });
  git(site, 'init', '-q');
  git(site, 'add', '-A');
  git(site, 'commit', '-qm', 'Begin');
  git(folder, 'clone', '-q', '--bare', site, bare);
  git(bare, 'config', 'core.hooksPath', join(site, 'deploy/hooks'));
  // In place of the check: an npm that prints the files which it would read, and rejects them.
  await mkdir(join(site, 'node_modules/.bin'), { recursive: true });
  await writeFile(join(site, 'node_modules/.package-lock.json'), '');
  await writeFile(join(site, 'node_modules/.bin/npm'), '#!/bin/sh\ncd content/articles && cat *\nexit 1\n', {
    mode: 0o755,
  });

  await writeFile(join(site, '.gitattributes'), '*.md export-ignore\n');
  git(site, 'add', '.gitattributes');
  git(site, 'commit', '-qm', 'Leave articles out of exports');
  const { status, stderr } = spawnSync('git', ['push', bare, 'main'], { cwd: site, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain('remote: An article with $Format:%H$.');
  expect(stderr).toContain('remote: The push is rejected');
});
