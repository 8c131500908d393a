import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readDevArguments } from './dev-arguments.ts';

/**
 * `npm run dev`, restarted when the software or site.config.ts changes. A question about its arguments prints the help
 * and exits.
 */
readDevArguments();
const watched = ['--watch', '--watch-preserve-output', join(import.meta.dirname, 'dev.ts'), ...process.argv.slice(2)];
const child = spawn(process.execPath, watched, { stdio: 'inherit' });
// A terminal sends its interrupt to both processes, and this one waits for the other; it forwards a signal sent to it
// alone.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.once('exit', (code) => process.exit(code ?? 0));
