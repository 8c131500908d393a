import { openSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * The process begins here. What node makes of the sources it keeps beside the packages they use, and the next start takes half
 * the time; where that folder cannot be written, it is made anew each time. `npm run serve` names the folder by NODE_COMPILE_CACHE, so that
 * this file is kept too and nothing loads node's compiler of types, which takes 15 MB; a build calls it with `--compile-only` for
 * the first start. Everything else is imported after it, and what keeps the service from starting, the settings of the
 * publication too, is said here in one sentence.
 */
// A release that is published meanwhile is found all the same; until somebody listens this signal would end the process.
process.on('SIGHUP', () => {});
// The first process of a container is deaf to a signal nobody listens to, and would be served from until it is killed; any other ends by it.
if (process.pid === 1) {
  process.on('SIGTERM', () => process.exit(143));
  process.on('SIGINT', () => process.exit(130));
}
const tooManyFiles =
  'Too many files are open: raise their limit to 1024 or more (ulimit -n, LimitNOFILE of systemd); each connection takes one.';
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compile'));
try {
  const { run } = await import('./process/run-process.ts');
  if (!process.argv.includes('--compile-only')) await run();
} catch (cause) {
  const said = cause instanceof Error ? cause.message : String(cause);
  process.stderr.write(`${isShortOfFiles() ? tooManyFiles : said}\n`);
  process.exit(1);
}

/**
 * What could not be opened for want of open files has many names: a state file that cannot be written, a part of a release that is
 * missing. One that opens a few at once, as SQLite does, has closed them again.
 */
function isShortOfFiles(): boolean {
  try {
    for (let more = 0; more < 8; more += 1) openSync(import.meta.filename, 'r');
    return false;
  } catch (failure) {
    return failure instanceof Error && 'code' in failure && (failure.code === 'EMFILE' || failure.code === 'ENFILE');
  }
}
