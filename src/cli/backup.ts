import './plain-errors.ts';

import { existsSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Config } from '../server/process/config.ts';
import { copyState, placeFile } from '../store/state-backup.ts';
import { StateError } from '../store/store.ts';
import { type CommandContext, runCommand } from './arguments.ts';
import { backupFiles, runStateCommand, type StatePlace } from './state-command.ts';

const usage = `Usage: npm run backup -- FOLDER

Copies the state of the service into a new FOLDER: every key, purchase and receipt as it is at one moment, and the secret that
signs keys. The service may keep running. Keep the folder private. npm run restore -- FOLDER puts it back.
Run it where the service runs, with the same environment. With PUBLICATIONS, set DATA_DIR to the folder data/ of one publication.
`;

/** @returns the exit code of `runStateCommand` */
export async function runBackup(args: readonly string[], context: CommandContext): Promise<number> {
  return runStateCommand(args, context, { usage, act: backUp });
}

async function backUp(folder: string, { state, secret }: StatePlace, { KEY_SECRET }: Config): Promise<string> {
  if (existsSync(folder)) throw new StateError(`${folder} exists already: name a new folder.`);
  // The folder gets its name when everything is in it. One of a backup that was killed is begun again.
  const draft = `${folder}.unfinished`;
  rmSync(draft, { recursive: true, force: true });
  const records = copyState(state, join(draft, backupFiles.state));
  const hasSecret = existsSync(secret);
  if (hasSecret) await placeFile(secret, join(draft, backupFiles.secret));
  renameSync(draft, folder);
  const missing = KEY_SECRET
    ? '; KEY_SECRET is in your environment: keep it too'
    : `, but no secret that signs keys: ${secret} does not exist and KEY_SECRET is not set here. Without it, no key is valid after a restore`;
  const more = hasSecret ? ' and the secret that signs keys' : missing;
  return `${basename(folder)} has ${records} records${more}.`;
}

if (import.meta.main) await runCommand(runBackup);
