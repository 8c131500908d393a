import { existsSync } from 'node:fs';
import { ConfigError } from '../library/config-error.ts';

/**
 * Imported first by every command: what is wrong with a setting is said in its sentence, wherever it is read, and so is a full disk;
 * anything else is a fault of ours and keeps its trace. Settings of .env count in every command; those of node itself are said by package.json.
 * Tests import commands too, and keep their own ways.
 */
if (process.argv[1]?.startsWith(import.meta.dirname)) {
  if (existsSync('.env')) process.loadEnvFile('.env');
  process.on('uncaughtException', (cause) => {
    process.stderr.write(`${sayFailure(cause)}\n`);
    process.exit(1);
  });
}

/** As Node, Rust and SQLite say it. */
const full = /ENOSPC|EDQUOT|no space left|disk is full/i;

function sayFailure(cause: Error): string {
  if (cause instanceof ConfigError) return cause.message;
  const said = cause.message.split('\n').find((line) => full.test(line));
  return said === undefined
    ? (cause.stack ?? String(cause))
    : `The disk is full (${said.trim()}): make room on it and run the command again.`;
}
