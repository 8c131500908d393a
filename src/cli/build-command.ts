import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findProgram } from '../build/program.ts';
import { digestSoftware } from '../build/software-digest.ts';

/**
 * `npm run build`, see `runBuild`. The thousand modules of a build take half a second of CPU to find and load, so they run from one
 * file, which the first build of this software bundles from them.
 */
const software = await digestSoftware();
const program = findProgram(software.digest);
const { runBuild }: typeof import('./run-build.ts') = await import(
  program === undefined ? './run-build.ts' : pathToFileURL(program).href
);
await runBuild(software);
if (program === undefined && process.exitCode === undefined) {
  const bundler = join(import.meta.dirname, '../build/bundle-program.ts');
  spawnSync(process.execPath, [bundler], { stdio: 'inherit' });
}
