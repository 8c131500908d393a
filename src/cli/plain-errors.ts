import { existsSync } from 'node:fs';
import { ConfigError } from '../library/config-error.ts';

/**
 * Every command imports this first. Prints a configuration error or a full disk as one sentence, wherever it occurs;
 * any other error is a bug and keeps its stack trace. Loads `.env` for every command; package.json sets options of Node
 * itself. Tests import commands too and handle errors themselves.
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
