import { existsSync } from 'node:fs';
import { ConfigError } from '../library/config-error.ts';
import { codeOf } from '../library/list-files.ts';
import { StateError, StoreUnavailable } from '../store/store.ts';

/**
 * Every command imports this first. Prints what its operator has to mend as one sentence, wherever it occurs: a
 * setting, a release, the state, a full disk, a file that this user may not use. Any other error is a bug and keeps its
 * stack trace. Loads `.env` for every command; package.json sets options of Node itself. Tests import commands too and
 * handle errors themselves.
 */
if (process.argv[1]?.startsWith(import.meta.dirname)) {
  process.on('uncaughtException', (cause) => {
    // The program that reads the output, such as head, has read enough.
    if (codeOf(cause) !== 'EPIPE') process.stderr.write(`${sayFailure(cause)}\n`);
    process.exit(1);
  });
  if (existsSync('.env')) loadSettings();
}

/** Node.js says that a file which it may not read does not exist. */
function loadSettings(): void {
  try {
    process.loadEnvFile('.env');
  } catch (cause) {
    throw new ConfigError('.env cannot be read: let this user read it.', { cause });
  }
}

/** As Node, Rust and SQLite say it. */
const full = /ENOSPC|EDQUOT|no space left|disk is full/i;

function sayFailure(cause: Error): string {
  if (cause instanceof ConfigError || cause instanceof StateError) return cause.message;
  if (cause instanceof StoreUnavailable) return `${cause.message} Check STORE_URL and the server that it names.`;
  const line = cause.message.split('\n').find((line) => full.test(line));
  if (line !== undefined) return `The disk is full (${line.trim()}): make room on it and run the command again.`;
  return sayRefusal(cause) ?? cause.stack ?? String(cause);
}

/** A sentence for what the file system refuses to this user, or because a file is where a folder has to be. */
function sayRefusal(cause: Error): string | undefined {
  if (!('path' in cause)) return undefined;
  const code = codeOf(cause) ?? '';
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return `This user may not use ${cause.path} (${code}): run the command as the owner of this file or folder, or let this user read and write it.`;
  if (code === 'ENOTDIR' || (code === 'EEXIST' && 'syscall' in cause && cause.syscall === 'mkdir'))
    return `${cause.path} cannot be used (${code}): a file is where a folder has to be.`;
  return undefined;
}
