import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, it } from 'vitest';
import { folderOfTest } from '../../tests/support/folders.ts';
import { dateEntry } from './release-notes.ts';

const run = promisify(execFile);
const name = { GIT_AUTHOR_NAME: 'T', GIT_AUTHOR_EMAIL: 't@example.org' };
const env = { ...process.env, ...name, GIT_COMMITTER_NAME: 'T', GIT_COMMITTER_EMAIL: 't@example.org' };
let root: string;

const at = async (command: string, ...args: string[]) => (await run(command, args, { cwd: root, env })).stdout.trim();
const release = () => at('npm', 'version', 'minor', '-m', 'Release %s');
const changelog = (text: string) => writeFile(join(root, 'CHANGELOG.md'), text);

/** The software as `npm version` sees it, with the step of this repository between the number and the tag. */
beforeEach(async () => {
  root = folderOfTest();
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
  const version = scripts.version.replace('src/', `${resolve('src')}/`);
  await writeFile(join(root, 'package.json'), JSON.stringify({ name: 'a', version: '0.1.0', scripts: { version } }));
  await changelog('# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0 — 2026-01-01\n\n- Old.\n');
  await at('git', 'init', '-q');
  await at('git', 'add', '-A');
  await at('git', 'commit', '-qm', 'Begin');
});

it('is a commit with the version, a dated entry of the changelog and a tag', async () => {
  await release();
  const day = new Date().toISOString().slice(0, 10);
  expect(await at('git', 'show', 'v0.2.0:CHANGELOG.md')).toBe(
    `# Changelog\n\n## Unreleased\n\n## 0.2.0 — ${day}\n\n- New.\n\n## 0.1.0 — 2026-01-01\n\n- Old.`,
  );
  expect(JSON.parse(await at('git', 'show', 'v0.2.0:package.json')).version).toBe('0.2.0');
  expect(await at('git', 'tag', '--points-at', 'HEAD')).toBe('v0.2.0');
  expect(await at('git', 'log', '-1', '--format=%s')).toBe('Release 0.2.0');
  expect(await at('git', 'status', '--porcelain')).toBe('');
});

it('is rejected when the changelog has no entry for it, and no tag is made', async () => {
  await changelog('# Changelog\n\n## Unreleased\n\n## 0.1.0 — 2026-01-01\n\n- Old.\n');
  await at('git', 'commit', '-qam', 'Say nothing');
  await expect(release()).rejects.toThrow('CHANGELOG.md has no entry under "## Unreleased"');
  expect(await at('git', 'tag')).toBe('');
});

it('finds what the changelog of this repository says', async () => {
  const ours = await readFile('CHANGELOG.md', 'utf8');
  const dated = dateEntry(ours.replace('## Unreleased\n', '## Unreleased\n\n- One more.\n'), {
    version: '9.0.0',
    day: '2030-01-01',
  });
  expect(dated).toContain('## Unreleased\n\n## 9.0.0 — 2030-01-01\n\n- One more.\n');
  expect(dated).toContain(ours.slice(ours.indexOf('\n## 0.1.0')));
});
