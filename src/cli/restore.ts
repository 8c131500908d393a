import './plain-errors.ts';

import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '../store/make-folder.ts';
import { countRecords, placeFile } from '../store/state-backup.ts';
import { type CommandContext, exitWith, parseCommand, runCommand } from './arguments.ts';
import { backupFiles, readStatePlace, sharedStoreAdvice } from './backup.ts';

const usage = `Usage: npm run restore -- FOLDER

Puts back a backup of npm run backup. Stop the service, and move its state file and key-secret out of DATA_DIR first: nothing is
overwritten. Purchases, keys and revocations of the time after the backup are gone.
`;

/** @returns the exit code: 0 when the state is restored, 1 when it is not, 2 for wrong arguments */
export async function runRestore(
  args: readonly string[],
  { print, env }: CommandContext & { env: NodeJS.ProcessEnv },
): Promise<number> {
  const called = parseCommand(args, { usage, options: {}, most: 1, missing: 'No folder is named' });
  if (called.kind === 'said') return exitWith(print, called);
  const folder = resolve(called.positionals[0] ?? '');
  const place = readStatePlace(env);
  if (place === undefined) return exitWith(print, { text: sharedStoreAdvice, code: 1 });
  const taken = Object.values(place).find((path) => existsSync(path));
  if (taken !== undefined) {
    const text = `${taken} exists already: stop the service and move the file away first.\n`;
    return exitWith(print, { text, code: 1 });
  }
  const state = join(folder, backupFiles.state);
  const secret = join(folder, backupFiles.secret);
  const records = checkCopy(state);
  if (typeof records === 'string') return exitWith(print, { text: `${records}\n`, code: 1 });
  makeFolder(dirname(place.state));
  makeFolder(dirname(place.secret));
  // The secret first: a service that started between the two would make a new one, and every key would be void.
  if (existsSync(secret)) placeFile(secret, place.secret);
  placeFile(state, place.state);
  return exitWith(print, { text: `Restored ${records} records. Start the service.\n`, code: 0 });
}

/** @returns the number of records, or the sentence that says why there is nothing to restore */
function checkCopy(state: string): number | string {
  try {
    return countRecords(state);
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}

if (import.meta.main) await runCommand((args, session) => runRestore(args, { ...session, env: process.env }));
