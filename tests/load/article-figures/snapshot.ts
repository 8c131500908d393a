import { spawnSync } from 'node:child_process';

const options = { maxBuffer: 2 ** 30 } as const;

function runGit(gitDir: string, args: readonly string[], input = ''): Buffer {
  const { status, stdout, stderr } = spawnSync('git', ['-C', gitDir, ...args], { ...options, input });
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr}`);
  return stdout;
}

/** @returns what git prints, as text. */
export function git(gitDir: string, ...args: string[]): string {
  return runGit(gitDir, args).toString('utf8');
}

/** Every file under the folders of the newest commit, by path; one that the copy lacks is left out. */
export function readFolders(gitDir: string, folders: readonly string[]): Map<string, string> {
  const listed = git(gitDir, 'ls-tree', '-r', '-z', 'HEAD', '--', ...folders)
    .split('\0')
    .filter(Boolean);
  const files = listed.map((line) => ({
    id: line.slice(12, line.indexOf('\t')),
    path: line.slice(line.indexOf('\t') + 1),
  }));
  const batch = runGit(gitDir, ['cat-file', '--batch'], files.map(({ id }) => `${id}\n`).join(''));
  const texts = new Map<string, string>();
  let at = 0;
  for (const { path } of files) {
    const end = batch.indexOf('\n', at);
    const [, kind, size] = batch.toString('latin1', at, end).split(' ');
    at = end + 1;
    if (kind !== 'blob') continue;
    texts.set(path, batch.toString('utf8', at, at + Number(size)));
    at += Number(size) + 1;
  }
  return texts;
}

/** @returns `<short hash> of <day>` of the newest commit. */
export function describeSnapshot(gitDir: string): string {
  return git(gitDir, 'log', '-1', '--format=%h of %cs').trim();
}

/**
 * Rows of a file of comma-separated values: lines that begin with # are about it, the next names the columns. No value
 * holds a comma.
 */
export function readRows(text: string): Record<string, string>[] {
  const [header = '', ...lines] = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const names = header.split(',');
  return lines.map((line) => {
    const values = line.split(',');
    return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
  });
}
