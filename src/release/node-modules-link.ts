import { mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** One that the pages of a release import. */
const anyPackage = 'zod';
const packages = join(import.meta.dirname, '../../node_modules');

/**
 * Lets the pages of releases find their packages. Node looks for them in the folders above a page, so releases that lie
 * outside the folder of the software get a link to what is installed there.
 * @throws Error when there is no link and none can be made
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
