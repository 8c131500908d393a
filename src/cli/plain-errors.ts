import { existsSync } from 'node:fs';
import { WrongSettings } from '../publication/wrong-settings.ts';

/**
 * Imported first by every command: what is wrong with a setting is said in its sentence, wherever it is read; anything else is a
 * fault of ours and keeps its trace. Settings of .env count in every command; those of node itself are said by package.json.
 * Tests import commands too, and keep their own ways.
 */
if (process.argv[1]?.startsWith(import.meta.dirname)) {
  if (existsSync('.env')) process.loadEnvFile('.env');
  process.on('uncaughtException', (cause) => {
    const isTheirs = cause instanceof WrongSettings;
    process.stderr.write(isTheirs ? `${cause.message}\n` : `${cause.stack ?? cause}\n`);
    process.exit(1);
  });
}
