import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ConfigError } from '../../library/config-error.ts';

export interface SampleFile {
  /** Relative to the publication's folder. */
  path: string;
  /** Differs from the committed file. */
  isChanged: boolean;
}

const run = promisify(execFile);

/**
 * Lists the files of the sample publication: the committed files of content/, the icon and the settings. An uncommitted
 * file is the author's own.
 * @throws ConfigError when this is not a git repository
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
      'Only git knows which files are samples and which are yours: clone the repository instead of copying it.',
      {
        cause,
      },
    );
  }
}
