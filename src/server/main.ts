import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * The process begins here. What node makes of the sources it keeps beside the packages they use, and the next start takes half
 * the time; where that folder cannot be written, it is made anew each time. So everything else is imported after it.
 */
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compile'));
await import('./process/main.ts');
