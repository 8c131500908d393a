import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findProgram } from '../build/program.ts';
import { digestSoftware } from '../build/software-digest.ts';
import { parseOwnArguments } from './arguments.ts';

const usage = `Usage: npm run build

Checks the content and makes a release of it, which npm run serve serves: a service that runs takes it over within a second. With an
error anywhere it exits 1, and the release before stays the current one. Settings are those of the environment and .env.
`;
parseOwnArguments({ usage, options: {} });
// A signal alone would end the process at once, and leave its unfinished files and the process that bundles the pages.
process.once('SIGTERM', () => process.exit(143));
process.once('SIGINT', () => process.exit(130));

/**
 * `npm run build`, see `runBuild`. The thousand modules of a build take half a second of CPU to find and load, so they
 * run from one file, which the second build of this software bundles from them; the first one has enough to do.
 */
const software = await digestSoftware();
const program = findProgram(software.digest);
const { runBuild }: typeof import('./run-build.ts') = await import(
  program === undefined ? './run-build.ts' : pathToFileURL(program).href
);
let preparing: Promise<void> | undefined;
await runBuild(software, ({ isNew }) => {
  // V8 compiles the server's code, so that its first start is fast.
  if (isNew) preparing = run(process.execPath, ['--run', 'serve', '--', '--compile-only']);
  else if (program === undefined)
    preparing = run(process.execPath, [join(import.meta.dirname, '../build/bundle-program.ts')]);
});
await preparing;

/** Runs a program until it ends; it prints what fails. */
async function run(command: string, args: readonly string[]): Promise<void> {
  await once(spawn(command, args, { stdio: 'inherit' }), 'close');
}
