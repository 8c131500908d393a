import { openSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * Starts the process. The compile cache holds V8's code of the sources and halves the time of the next start; it is
 * beside their packages, and if that folder is not writable, each start compiles again. `npm run serve` names the
 * folder by NODE_COMPILE_CACHE: then this file is cached too and Node.js does not load its compiler of types, which
 * takes 15 MB. A build calls this file with `--compile-only` for the first start. Everything else is imported after the
 * cache is on, and an error that prevents the start, in the publication's settings too, is printed here as one
 * sentence.
 */
// Until the service listens, SIGHUP would end the process. Ignoring it is safe: the start finds the newest release.
process.on('SIGHUP', () => {});
// PID 1 in a container ignores signals without a handler and would serve until it is killed. Any other process exits.
if (process.pid === 1) {
  process.on('SIGTERM', () => process.exit(143));
  process.on('SIGINT', () => process.exit(130));
}
const tooManyFiles =
  'Too many files are open: raise their limit to 1024 or more (ulimit -n, LimitNOFILE of systemd); each connection takes one.';
const usage = `Usage: npm run serve

Serves the release that npm run build made, until it is stopped. Settings are those of the environment and .env; docs/settings.md
lists them.
`;
/** Given by other parts of this software: a build, and the host process of an installation. */
const ownArguments = ['--compile-only', '--publication'];
const [argument] = process.argv.slice(2);
if (argument !== undefined && !ownArguments.includes(argument)) {
  const isQuestion = argument === '--help' || argument === '-h';
  process.stdout.write(isQuestion ? usage : `Unexpected argument '${argument}'.\n\n${usage}`);
  process.exit(isQuestion ? 0 : 2);
}
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compile'));
try {
  const { run } = await import('./process/run-process.ts');
  if (argument !== '--compile-only') await run(new URL(import.meta.url));
} catch (cause) {
  const message = cause instanceof Error ? cause.message : String(cause);
  process.stderr.write(`${isShortOfFiles() ? tooManyFiles : message}\n`);
  process.exit(1);
}

/**
 * Too many open files shows up under other names: a state file that cannot be written, a part of a release that is
 * missing. A program that opens several at once, as SQLite does, has closed them again by now, so this tries to open a
 * few.
 */
function isShortOfFiles(): boolean {
  try {
    for (let more = 0; more < 8; more += 1) openSync(import.meta.filename, 'r');
    return false;
  } catch (failure) {
    return failure instanceof Error && 'code' in failure && (failure.code === 'EMFILE' || failure.code === 'ENFILE');
  }
}
