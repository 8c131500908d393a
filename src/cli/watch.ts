import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readDevArguments } from './dev-arguments.ts';

/** `npm run dev`, begun anew when the software or site.config.ts changes. What is asked about its arguments is answered, and ends. */
const args = process.argv.slice(2);
const called = readDevArguments(args, process.env);
if (called.kind === 'said') {
  process.stdout.write(called.text);
  process.exitCode = called.code;
} else {
  const watched = ['--watch', '--watch-preserve-output', join(import.meta.dirname, 'dev.ts'), ...args];
  const child = spawn(process.execPath, watched, { stdio: 'inherit' });
  // A terminal sends its interrupt to both, and this process waits for the other; what is sent to this one alone goes on to it.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.once('exit', (code) => process.exit(code ?? 0));
}
