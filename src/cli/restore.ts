import './plain-errors.ts';

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../store/make-folder.ts';
import { countRecords, filesOfState, placeFile, requireFree } from '../store/state-backup.ts';
import { type CommandContext, runCommand } from './arguments.ts';
import { backupFiles, runStateCommand, type StatePlace } from './state-command.ts';

const usage = `Usage: npm run restore -- FOLDER

Puts back a backup of npm run backup. Stop the service, and move state.db, state.db-wal, state.db-shm and key-secret, as far as
they are there, out of DATA_DIR first: nothing is overwritten. Keep them together: the -wal file has the latest writes of the
former state. Purchases, keys and revocations of the time after the backup are gone.
`;

/** @returns the exit code of `runStateCommand` */
export async function runRestore(
  args: readonly string[],
  context: CommandContext & { env: NodeJS.ProcessEnv },
): Promise<number> {
  return runStateCommand(args, context, { usage, act: restore });
}

function restore(folder: string, place: StatePlace): string {
  requireFree([...filesOfState(place.state), place.secret]);
  const state = join(folder, backupFiles.state);
  const secret = join(folder, backupFiles.secret);
  const records = countRecords(state);
  for (const path of Object.values(place)) makeFolder(dirname(path));
  // The secret first: a service that started between the two would make a new one, and every key would be void.
  if (existsSync(secret)) placeFile(secret, place.secret);
  placeFile(state, place.state);
  return `Restored ${records} records. Start the service.`;
}

if (import.meta.main) await runCommand((args, session) => runRestore(args, { ...session, env: process.env }));
