import { mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** One that the pages of a release import. */
const anyPackage = 'zod';
const packages = join(import.meta.dirname, '../../node_modules');

/**
 * Lets the pages of releases find their packages. Node.js searches the folders above a page, so a releases folder
 * outside the software gets a link to the installed packages.
 * @throws Error when the link is missing and cannot be created
 */
export function linkNodeModules(releases: string): void {
  mkdirSync(releases, { recursive: true });
  const folder = realpathSync(releases);
  try {
    createRequire(join(folder, 'page.js')).resolve(anyPackage);
  } catch {
    const link = join(folder, 'node_modules');
    // One that was made by a software that lies elsewhere now.
    rmSync(link, { force: true });
    symlinkSync(packages, link, 'junction');
  }
}
