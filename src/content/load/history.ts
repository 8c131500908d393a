import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Revision } from '../../library/library.ts';
import { gitEnvironment } from './git-files.ts';

const run = promisify(execFile);
const recordMark = '\u001e';
const fieldMark = '\u001f';
const maxRevisions = 100;

/** A commit that wrote a file. */
export interface FileCommit extends Revision {
  /** Epoch milliseconds. */
  at: number;
  /** Epoch milliseconds of the commit that removed the file after this one; absent where the next commit changed it. */
  removedAt?: number;
  /**
   * The commit that changed this file next added another one, or put the text of another one here: the article may have
   * moved there.
   */
  mayHaveMoved: boolean;
}

/** Path from `content/` (`articles/x.md`) to its commits, newest first. */
export type History = ReadonlyMap<string, FileCommit[]>;

/**
 * Reads every article's history in one pass: one git process for each file would take 30 ms a file. It is empty when
 * git is missing, outside a repository, and in a shallow clone, whose oldest commit would claim every file.
 * @param paths limits it to these files; all by default
 */
export async function readHistory(contentDir: string, paths: readonly string[] = ['.']): Promise<History> {
  const isShallow = await runGit(contentDir, ['rev-parse', '--is-shallow-repository']);
  if (isShallow?.trim() !== 'false') return new Map();
  const format = `--format=${recordMark}%H${fieldMark}%as${fieldMark}%ct${fieldMark}%s`;
  const log = await runGit(contentDir, [
    '-c',
    'core.quotePath=false',
    'log',
    '--encoding=UTF-8',
    '--no-renames',
    '--raw',
    '--no-abbrev',
    '--relative',
    format,
    '--',
    ...paths,
  ]);
  return parseLog(log ?? '');
}

/**
 * A sentence for the person who builds where git has a history that it does not give: articles then lose their
 * revisions without an error. Undefined where there is none to give.
 */
export async function explainLostHistory(contentDir: string): Promise<string | undefined> {
  const effect = 'so the articles of this release show no history';
  try {
    const { stdout } = await run('git', ['rev-parse', '--is-shallow-repository'], {
      cwd: contentDir,
      env: gitEnvironment(),
    });
    return stdout.trim() === 'true'
      ? `This clone is shallow, ${effect}: run git fetch --unshallow, and build again.`
      : undefined;
  } catch (cause) {
    if (!(cause instanceof Error && cause.message.includes('safe.directory'))) return undefined;
    return `Git refuses a repository of another user, ${effect}: build as its owner, or name its folder in safe.directory of git config.`;
  }
}

/**
 * @param log records of one header line and a line for each changed file: modes, both blobs and status, then a tab and
 *   the name
 */
function parseLog(log: string): History {
  const history = new Map<string, FileCommit[]>();
  /** The change of a file by the commit after the one at hand. */
  const next = new Map<string, Pick<FileCommit, 'removedAt' | 'mayHaveMoved'>>();
  for (const record of log.split(recordMark).slice(1)) {
    const [header = '', ...lines] = record.split('\n');
    const [commit = '', date = '', seconds = '', subject = ''] = header.split(fieldMark);
    const at = Number(seconds) * 1000;
    const files = lines.flatMap((line) => {
      const [change = '', name = ''] = line.split('\t');
      const [, , before, after, status] = change.split(' ');
      return name.endsWith('.md') ? [{ name, before, after, status }] : [];
    });
    const hasNew = files.some(({ status }) => status === 'A');
    const replaced = new Set(files.map(({ before }) => before));
    for (const { name, after: blob, status } of files) {
      const mayHaveMoved = hasNew || replaced.has(blob);
      const commits = history.get(name) ?? [];
      history.set(name, commits);
      if (status === 'D') {
        next.set(name, { removedAt: at, mayHaveMoved });
        continue;
      }
      const after = next.get(name) ?? { mayHaveMoved: false };
      if (commits.length < maxRevisions) commits.push({ date, commit, subject, at, ...after });
      next.set(name, { mayHaveMoved });
    }
  }
  return history;
}

/** @returns what git prints; undefined when it fails. */
export async function runGit(folder: string, args: readonly string[]): Promise<string | undefined> {
  try {
    const { stdout } = await run('git', [...args], {
      cwd: folder,
      env: gitEnvironment(),
      maxBuffer: 512 * 1024 * 1024,
    });
    return stdout;
  } catch {
    // No git, no repository, or one without a commit: an article is whole without its history.
    return undefined;
  }
}
