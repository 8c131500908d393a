import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findProgram } from '../build/program.ts';
import { digestSoftware } from '../build/software-digest.ts';

// A signal alone would end the process at once, and leave its unfinished files and the process that bundles the pages.
process.once('SIGTERM', () => process.exit(143));
process.once('SIGINT', () => process.exit(130));

/**
 * `npm run build`, see `runBuild`. The thousand modules of a build take half a second of CPU to find and load, so they run from one
 * file, which the first build of this software bundles from them.
 */
const software = await digestSoftware();
const program = findProgram(software.digest);
const { runBuild }: typeof import('./run-build.ts') = await import(
  program === undefined ? './run-build.ts' : pathToFileURL(program).href
);
const { isNewSoftware } = await runBuild(software);
const atLast: ChildProcess[] = [];
// Lets V8 compile the server's code, so that its first start is fast.
if (isNewSoftware)
  atLast.push(spawn('npm', ['run', '--silent', 'serve', '--', '--compile-only'], { stdio: 'inherit' }));
if (program === undefined && process.exitCode === undefined)
  atLast.push(spawn(process.execPath, [join(import.meta.dirname, '../build/bundle-program.ts')], { stdio: 'inherit' }));
await Promise.all(atLast.map((child) => once(child, 'close')));
