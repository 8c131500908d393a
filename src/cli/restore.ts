import './plain-errors.ts';

import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { renameJournal } from '../core/change-journal.ts';
import { type Config, readConfig } from '../server/process/config.ts';
import { makeFolder } from '../store/make-folder.ts';
import { openStore } from '../store/open-store.ts';
import {
  countRecords,
  filesOfState,
  isJustPlaced,
  placeFile,
  removeDraft,
  requireFree,
} from '../store/state-backup.ts';
import { type CommandContext, exitWith, runCommand } from './arguments.ts';
import { backupFiles, runStateCommand, type StatePlace } from './state-command.ts';

const usage = `Usage: npm run restore -- FOLDER | --changes

Puts back a backup of npm run backup. Stop the service, and move state.db, state.db-wal, state.db-shm and key-secret, as far as
they are there, out of DATA_DIR first: nothing is overwritten. Keep them together: the -wal file has the latest writes of the
former state. A restore that was interrupted is completed by the same command. Purchases, keys and revocations of the time after the backup are gone.

  --changes   after a shared store was restored with its own commands, and before the services start: followers of /api/v1/changes
              get the list from the beginning once, because the store gives out their numbers again. FOLDER includes it.
`;

/** @returns the exit code of `runStateCommand` */
export async function runRestore(args: readonly string[], context: CommandContext): Promise<number> {
  if (args.join() !== '--changes') return runStateCommand(args, context, { usage, act: restore });
  if (await renameChanges(readConfig(context.env)))
    return exitWith(context.print, { text: 'Followers of changes begin again. Start the service.\n', code: 0 });
  const remedy = 'Where publications share a store, set STORE_PREFIX to that of one of them.';
  return exitWith(context.print, { text: `This store has no changes. ${remedy}\n`, code: 1 });
}

async function restore(folder: string, place: StatePlace, config: Config): Promise<string> {
  const state = join(folder, backupFiles.state);
  const secret = join(folder, backupFiles.secret);
  const isSecretThere = isSame(secret, place.secret);
  if (isSecretThere) removeDraft(place.secret);
  if (isJustPlaced(place.state) && (isSecretThere || !existsSync(secret))) {
    removeDraft(place.state);
    return 'A restore that was interrupted had put everything in place. Start the service.';
  }
  // The same secret is there when a restore was interrupted before it came to the state: this one completes it.
  requireFree([...filesOfState(place.state), ...(isSecretThere ? [] : [place.secret])]);
  const records = countRecords(state);
  for (const path of Object.values(place)) makeFolder(dirname(path));
  // The secret first: a service that started between the two would make a new one, and every key would be void.
  if (existsSync(secret) && !isSecretThere) await placeFile(secret, place.secret);
  await placeFile(state, place.state, (draft) => renameChanges({ ...config, STORE_URL: `sqlite:${draft}` }));
  return `Restored ${records} records. Start the service.`;
}

function isSame(from: string, path: string): boolean {
  return existsSync(from) && existsSync(path) && readFileSync(from).equals(readFileSync(path));
}

async function renameChanges(config: Config): Promise<boolean> {
  const { STORE_URL: url, DATA_DIR: dataDir, STORE_PREFIX: prefix } = config;
  const store = await openStore({ url, dataDir, prefix, now: Date.now });
  return renameJournal(store, randomBytes(4).toString('hex')).finally(store.close);
}

if (import.meta.main) await runCommand(runRestore);
