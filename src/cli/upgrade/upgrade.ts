import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { ConfigError } from '../../library/config-error.ts';
import { isMissing } from '../../library/list-files.ts';
import type { PublicationFolder } from '../../library/read-publication.ts';

export interface UpgradeSession {
  /** The repository that the software is in. */
  root: string;
  /** The paths that belong to the publication: see `listOwned`. */
  owned: readonly string[];
  print: (text: string) => void;
}

const run = promisify(execFile);

/** The paths of a repository that a publication owns, relative to its root: none if the publication is elsewhere. */
export function listOwned(root: string, { content, config, public: files }: PublicationFolder): string[] {
  return [content, config, files].map((path) => relative(root, path)).filter((path) => !path.startsWith('..'));
}

/**
 * Merges a release of the software into a publication and keeps everything that the publication owns.
 * @param about.remote where releases come from
 * @param about.target a tag or branch; the newest tag when absent, and the main branch where there is none
 * @returns the exit code: 0 when it is merged or there is nothing new, 1 when a person must do something first
 * @throws ConfigError with what git says when it fails; the repository is as it was then
 */
export async function upgrade(
  { remote, target }: { remote: string; target: string | undefined },
  { root, owned, print }: UpgradeSession,
): Promise<number> {
  const git = openGit(root);
  const refuse = (sentence: string) => {
    print(`${sentence}\n`);
    return 1;
  };
  if ((await git('status', '--porcelain', '--untracked-files=no')) !== '') {
    return refuse('There are changes that are not committed: commit them first, so that nothing can be lost.');
  }
  if ((await git('branch', '--show-current')) === '')
    return refuse(
      'No branch is checked out, so nothing would lead to the upgrade: git switch main, and run this again.',
    );
  if (!(await git('remote')).split('\n').includes(remote)) {
    return refuse(
      `There is no remote named ${remote}: git remote add ${remote} URL-OF-THE-SOFTWARE, and run this again.`,
    );
  }
  await git('fetch', '--quiet', '--no-tags', remote);
  await git('fetch', '--quiet', '--no-tags', remote, `+refs/tags/*:${softwareTags}*`);
  const release = target ?? (await newestRelease(git, remote));
  const commit = await findCommit(git, release);
  const before = await readChangelog(root);
  if (await isMerged(git, commit)) {
    print(`${release} is here already.\n`);
    return 0;
  }
  const conflicts = await mergeOthers(git, { commit, release, owned });
  if (conflicts.length > 0) {
    return refuse(
      `These files of the software were changed here and in ${release}, so nothing was merged:\n${conflicts.map((path) => `  ${path}\n`).join('')}Merge them by hand (git merge ${commit}), or take your change back first.`,
    );
  }
  const news = difference(before, await readChangelog(root));
  print(
    `${release} is merged.${owned.length > 0 ? ` ${owned.join(', ')} are as they were.` : ''}\n${news === '' ? '' : `\nWhat changed:\n\n${news}\n`}`,
  );
  return 0;
}

type Git = (...args: string[]) => Promise<string>;

/** Runs git in a folder. @throws ConfigError with what it says when it fails */
function openGit(root: string): Git {
  return async (...args) => {
    try {
      return (await run('git', args, { cwd: root, maxBuffer: 1e8 })).stdout.trim();
    } catch (cause) {
      if (isMissing(cause)) throw new ConfigError('git is not installed, which merges the release.', { cause });
      const { stdout, stderr } = Object.assign({ stdout: '', stderr: '' }, cause);
      throw new ConfigError(`git ${args[0]} failed, and nothing was merged:\n${(stderr || stdout).trim()}`, { cause });
    }
  };
}

/**
 * Merges and commits a release without its changes of what the publication owns.
 * @returns the files that conflict; then nothing is merged
 */
async function mergeOthers(
  git: Git,
  { commit, release, owned }: { commit: string; release: string; owned: readonly string[] },
): Promise<string[]> {
  try {
    await git('merge', '--no-commit', '--no-ff', '--quiet', commit).catch(async (cause: unknown) => {
      // A merge that stops at a conflict fails too: what conflicts is looked at below.
      if (!(await isMerging(git))) throw cause;
    });
    if (owned.length > 0) await keepOwned(git, owned);
    const conflicts = (await git('diff', '--name-only', '--diff-filter=U')).split('\n').filter(Boolean);
    if (conflicts.length === 0) await git('commit', '--quiet', '-m', `Upgrade to ${release}`);
    return conflicts;
  } finally {
    if (await isMerging(git)) await git('merge', '--abort');
  }
}

function isMerging(git: Git): Promise<boolean> {
  return git('rev-parse', '--quiet', '--verify', 'MERGE_HEAD').then(
    () => true,
    () => false,
  );
}

/** Where tags of the software lie: the publication may have one of the same name, which stays. */
const softwareTags = 'refs/quire/tags/';

/** Resolves the name of a release: a tag of the software, otherwise a branch or commit. */
function findCommit(git: Git, release: string): Promise<string> {
  const tag = softwareTags + release;
  return git('rev-parse', '--quiet', '--verify', tag).then(
    () => tag,
    () => release,
  );
}

/** A tag of the software: a publication may have tags of its own, and release candidates are not releases. */
async function newestRelease(git: Git, remote: string): Promise<string> {
  const listed = await git('ls-remote', '--tags', '--refs', '--sort=-version:refname', remote, 'v*');
  const tags = listed.split('\n').map((line) => line.split('refs/tags/')[1] ?? '');
  return tags.find((tag) => /^v\d+\.\d+\.\d+$/.test(tag)) ?? `${remote}/main`;
}

function isMerged(git: Git, release: string): Promise<boolean> {
  return git('merge-base', '--is-ancestor', release, 'HEAD').then(
    () => true,
    () => false,
  );
}

/** Whatever a release says of samples: files of the publication stay, and those it does not have do not come. */
async function keepOwned(git: Git, owned: readonly string[]): Promise<void> {
  const here = new Set(
    (await git('ls-tree', '-r', '--name-only', '-z', 'HEAD', '--', ...owned)).split('\0').filter(Boolean),
  );
  const merged = (await git('ls-files', '-z', '--', ...owned)).split('\0').filter(Boolean);
  const added = [...new Set(merged)].filter((path) => !here.has(path));
  if (added.length > 0) await git('rm', '--quiet', '-f', '--', ...added);
  if (here.size > 0) await git('checkout', '--quiet', 'HEAD', '--', ...here);
}

function readChangelog(root: string): Promise<string> {
  return readFile(join(root, 'CHANGELOG.md'), 'utf8').catch(() => '');
}

/** Lines that one text has and another has not. */
function difference(before: string, after: string): string {
  const known = new Set(before.split('\n'));
  return after
    .split('\n')
    .filter((line) => line.trim() !== '' && !known.has(line))
    .join('\n');
}
