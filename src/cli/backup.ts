import './plain-errors.ts';

import { existsSync, renameSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { readConfig } from '../server/process/config.ts';
import { isSharedStore } from '../store/open-store.ts';
import { copyState, placeFile } from '../store/state-backup.ts';
import { type CommandContext, exitWith, parseCommand, runCommand } from './arguments.ts';

const usage = `Usage: npm run backup -- FOLDER

Copies the state of the service into a new FOLDER: every key, purchase and receipt as it is at one moment, and the secret that
signs keys. The service may keep running. Keep the folder private. npm run restore -- FOLDER puts it back.
Run it where the service runs, with the same environment.
`;

/** The files of a backup. */
export const backupFiles = { state: 'state.db', secret: 'key-secret' } as const;

/** @returns the exit code: 0 when the backup is complete, 1 when there is none, 2 for wrong arguments */
export async function runBackup(
  args: readonly string[],
  { print, env }: CommandContext & { env: NodeJS.ProcessEnv },
): Promise<number> {
  const called = parseCommand(args, { usage, options: {}, most: 1, missing: 'No folder is named' });
  if (called.kind === 'said') return exitWith(print, called);
  const target = resolve(called.positionals[0] ?? '');
  const place = readStatePlace(env);
  if (place === undefined) return exitWith(print, { text: sharedStoreAdvice, code: 1 });
  if (existsSync(target)) return exitWith(print, { text: `${target} exists already: name a new folder.\n`, code: 1 });
  // The folder gets its name when everything is in it.
  const draft = `${target}.unfinished`;
  const records = copyState(place.state, join(draft, backupFiles.state));
  if (existsSync(place.secret)) placeFile(place.secret, join(draft, backupFiles.secret));
  renameSync(draft, target);
  const secret = existsSync(place.secret) ? ' and the secret that signs keys' : '; KEY_SECRET is in your environment';
  return exitWith(print, { text: `${basename(target)} has ${records} records${secret}.\n`, code: 0 });
}

/** The state file and the secret of this service; undefined when a shared store has the state. */
export function readStatePlace(env: NodeJS.ProcessEnv): { state: string; secret: string } | undefined {
  const { STORE_URL, DATA_DIR } = readConfig(env);
  if (isSharedStore(STORE_URL)) return undefined;
  const file = STORE_URL.slice('sqlite:'.length) || backupFiles.state;
  return { state: resolve(DATA_DIR, file), secret: resolve(DATA_DIR, backupFiles.secret) };
}

export const sharedStoreAdvice = `STORE_URL is a shared store, which has its own commands:
  Postgres  pg_dump --schema=quire --format=custom --file=quire.dump URL, and pg_restore --dbname=URL quire.dump
  Redis     redis-cli -u URL --rdb quire.rdb, and start a Redis with that file as its dbfilename
`;

if (import.meta.main) await runCommand((args, session) => runBackup(args, { ...session, env: process.env }));
