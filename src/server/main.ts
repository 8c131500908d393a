import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * The process begins here. What node makes of the sources it keeps beside the packages they use, and the next start takes half
 * the time; where that folder cannot be written, it is made anew each time. So everything else is imported after it, and what
 * keeps the service from starting, the settings of the publication too, is said here in one sentence.
 */
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compile'));
try {
  await import('./process/main.ts');
} catch (cause) {
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
  process.exit(1);
}
