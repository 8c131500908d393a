import { chmodSync, statSync } from 'node:fs';

/**
 * Lets no other user of the machine read what this process writes: a release holds what is sold, before it is whole too. The group may
 * read where its owner has said so, by a folder or a umask that shuts out others already: `deploy/` does, where the service is another
 * user than the build.
 * @param releases the folder that releases lie in; one that is open to others is closed
 */
export function keepPrivate(releases: string): void {
  const found = statSync(releases, { throwIfNoEntry: false });
  const closedTo = [found && ~found.mode & 0o077, process.umask(0o077)].find((mask = 0) => (mask & 0o007) === 0o007);
  const mask = closedTo ?? 0o077;
  process.umask(mask);
  // What is another user's is that user's to close.
  if (found && found.mode & mask && found.uid === process.getuid?.()) chmodSync(releases, found.mode & 0o777 & ~mask);
}
