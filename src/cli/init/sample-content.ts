import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ConfigError } from '../../library/config-error.ts';

export interface SampleFile {
  /** From the publication's folder. */
  path: string;
  /** Differs from what is committed. */
  isChanged: boolean;
}

const run = promisify(execFile);

/**
 * The files of the sample publication: the committed files of content/, the icon and the settings. An uncommitted file
 * belongs to its author and is not included.
 * @throws ConfigError in one sentence where this is not a git repository
 */
export async function listSamples(root: string): Promise<SampleFile[]> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.split('\0').filter(Boolean);
  const places = ['content', 'public/icon.svg', 'site.config.ts'];
  try {
    const tracked = await git('ls-files', '-z', '--', ...places);
    const changed = new Set(await git('diff', '--name-only', '--relative', '-z', 'HEAD', '--', ...places));
    return tracked.map((path) => ({ path, isChanged: changed.has(path) }));
  } catch (cause) {
    throw new ConfigError(
      'What is a sample and what is yours is known from git: clone the repository instead of copying it.',
      {
        cause,
      },
    );
  }
}
