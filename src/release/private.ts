import { chmodSync, readdirSync, statSync } from 'node:fs';
import { dirname, parse, relative, resolve } from 'node:path';
import { ConfigError } from '../library/config-error.ts';

/**
 * Names that builds, services and stores give in a folder of releases; hidden files and lost+found come with the disk.
 */
const ours =
  /^(?:[0-9a-f]{16}|current|next|modules|texts|pdf|published|data|node_modules|parts|releases|incoming|.+\.(?:next|lock|lock-journal)|lost\+found|\..+)$/;

/**
 * Lets no other user of the machine read the files that this process writes: a release contains paid text, even before
 * it is complete. The group may read if the owner allows it with a folder or a umask that already excludes others:
 * `deploy/` does so, because the service and the build are different users.
 * @param releases the folder of all releases; if others may read it, their access is removed
 * @throws ConfigError for a folder such as /tmp, if it has other files: others need them
 */
export function keepPrivate(releases: string): void {
  const found = statSync(releases, { throwIfNoEntry: false });
  const closedTo = [found && ~found.mode & 0o077, process.umask(0o077)].find((mask = 0) => (mask & 0o007) === 0o007);
  const mask = closedTo ?? 0o077;
  process.umask(mask);
  // What is another user's is that user's to close.
  if (!found?.isDirectory() || (found.mode & mask) === 0 || found.uid !== process.getuid?.()) return;
  const other = isShared(releases, found.mode) ? readdirSync(releases).find((name) => !ours.test(name)) : undefined;
  if (other !== undefined)
    throw new ConfigError(
      `${resolve(releases)} has other files, such as ${other}, and would be closed to other users: set RELEASE_DIR and RELEASE_STORE to folders of their own.`,
    );
  chmodSync(releases, found.mode & 0o777 & ~mask);
}

/**
 * Folders that others need: such as /tmp, those of the system below /, and those above the one that the command runs
 * in.
 */
function isShared(releases: string, mode: number): boolean {
  const path = resolve(releases);
  const isSticky = (mode & 0o1000) !== 0;
  return isSticky || dirname(path) === parse(path).root || !relative(path, process.cwd()).startsWith('..');
}
