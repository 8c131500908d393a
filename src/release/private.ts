import { chmodSync, statSync } from 'node:fs';

/**
 * Lets no other user of the machine read the files that this process writes: a release contains paid text, even before
 * it is complete. The group may read if the owner allows it with a folder or a umask that already excludes others:
 * `deploy/` does so, because the service and the build are different users.
 * @param releases the folder of all releases; if others may read it, their access is removed
 */
export function keepPrivate(releases: string): void {
  const found = statSync(releases, { throwIfNoEntry: false });
  const closedTo = [found && ~found.mode & 0o077, process.umask(0o077)].find((mask = 0) => (mask & 0o007) === 0o007);
  const mask = closedTo ?? 0o077;
  process.umask(mask);
  // What is another user's is that user's to close.
  if (found && found.mode & mask && found.uid === process.getuid?.()) chmodSync(releases, found.mode & 0o777 & ~mask);
}
