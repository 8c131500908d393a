import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from '../../library/config-error.ts';
import { codeOf } from '../../library/list-files.ts';
import { makeFolder, syncFolder } from '../../store/make-folder.ts';

export interface KeySecrets {
  current: string;
  previous: string | undefined;
  /** Made by this machine, and known to no other. */
  isGenerated: boolean;
}

/**
 * Loads the secret that signs keys: from the environment, or from the data directory, where the first process creates
 * it (mode 0600). Processes that start at the same moment get the same one.
 *
 * @param options.current KEY_SECRET
 * @param options.previous KEY_SECRET_PREVIOUS
 * @param options.isShared do replicas on other machines share the store?
 * @param options.state path of the state file, where there is one. The secret is created before it, so a state file in
 *   the data directory without a secret beside it has lost its own
 * @throws ConfigError with one plain sentence when replicas would each create their own, the file is lost or damaged,
 *   or others can read it
 */
export function loadKeySecrets(options: {
  current: string | undefined;
  previous: string | undefined;
  dataDir: string;
  isShared: boolean;
  state?: string | undefined;
}): KeySecrets {
  const { current, previous, dataDir, isShared, state } = options;
  if (current) return { current, previous, isGenerated: false };
  if (isShared) {
    throw new ConfigError(
      'Replicas that share STORE_URL need the same KEY_SECRET; make one with: openssl rand -hex 32',
    );
  }
  const path = join(dataDir, 'key-secret');
  try {
    // Before the secret is looked for: another process may create both at this moment.
    const isUsed = state !== undefined && dirname(state) === resolve(dataDir) && existsSync(state);
    const found = readSecret(path);
    if (found === undefined && isUsed) {
      throw new ConfigError(
        `${path} is missing, and no key that was given to a reader is valid without it: restore it from a backup, or set KEY_SECRET. To start with another secret: (umask 077; openssl rand -hex 32 > ${path})`,
      );
    }
    return { current: found ?? makeSecret(dataDir, path), previous, isGenerated: true };
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    throw new ConfigError(
      `${path} cannot be written or read (${cause.message}): set DATA_DIR to a folder of this user.`,
      {
        cause,
      },
    );
  }
}

/** @returns undefined when the file does not exist yet */
function readSecret(path: string): string | undefined {
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file) return undefined;
  if (!file.isFile()) throw new ConfigError(`${path} is not a file: move it away.`);
  if (file.mode & 0o077) throw new ConfigError(`${path} is open to other users; close it with: chmod 600 ${path}`);
  const secret = readFileSync(path, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(secret)) {
    throw new ConfigError(
      `${path} is damaged; restore it from a backup, or remove it and every key given so far is void.`,
    );
  }
  return secret;
}

/**
 * A file that is whole from the moment it has its name: it is written elsewhere and linked, which only one process can.
 */
function makeSecret(dataDir: string, path: string): string {
  makeFolder(dataDir);
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const file = openSync(draft, 'wx', 0o600);
  writeSync(file, `${randomBytes(32).toString('hex')}\n`);
  fsyncSync(file);
  closeSync(file);
  try {
    linkSync(draft, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  syncFolder(dataDir);
  const secret = readSecret(path);
  if (!secret) throw new ConfigError(`${path} was removed while it was being made.`);
  return secret;
}
