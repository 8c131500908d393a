import { join, resolve } from 'node:path';
import { type Config, readConfig } from '../server/process/config.ts';
import { stateFile } from '../store/open-store.ts';
import { StateError } from '../store/store.ts';
import { type CommandContext, exitWith, parseCommand } from './arguments.ts';

export const backupFiles = { state: 'state.db', secret: 'key-secret' } as const;

/** The state file of this service, and the file of its secret, which is missing where KEY_SECRET is set. */
export interface StatePlace {
  state: string;
  secret: string;
}

const sharedStoreAdvice = `STORE_URL is a shared store, which has its own commands. Stop the services before you restore.

Postgres:
  pg_dump --schema=quire --format=custom --file=quire.dump URL
  pg_restore --clean --if-exists --dbname=URL quire.dump

Redis:
  redis-cli -u URL --rdb quire.rdb
To restore, put quire.rdb into the folder of the server (dir), and move an appendonlydir away. With appendonly yes, a server would
ignore the file and be empty, so start it once without:
  redis-server redis.conf --dbfilename quire.rdb --appendonly no
  redis-cli -u URL CONFIG SET appendonly yes
  redis-cli -u URL INFO persistence
Once that prints aof_rewrite_in_progress:0 and aof_rewrite_scheduled:0, start it as usual.

After either, before the services start:
  npm run restore -- --changes
`;

const adviseOne = (publications: string) =>
  `PUBLICATIONS is set, and each publication has a state of its own: name that of one, as in DATA_DIR=${join(publications, 'research.example/data')}.\n`;

/**
 * Runs a command that copies state from or to the folder that it names.
 * @param about.act returns the sentence to print; throws StateError when it cannot be done
 * @returns the exit code: 0 when it is done, 1 when it is not, 2 for wrong arguments
 */
export async function runStateCommand(
  args: readonly string[],
  { print, env }: CommandContext,
  about: { usage: string; act: (folder: string, place: StatePlace, config: Config) => Promise<string> },
): Promise<number> {
  const called = parseCommand(args, { usage: about.usage, options: {}, most: 1, missing: 'No folder is named' });
  const config = readConfig(env);
  const { STORE_URL, DATA_DIR } = config;
  const state = stateFile(STORE_URL, DATA_DIR);
  if (state === undefined) return exitWith(print, { text: sharedStoreAdvice, code: 1 });
  // A publication of an installation has a folder of its own, which the default of DATA_DIR is not.
  if (config.PUBLICATIONS !== undefined && !env.DATA_DIR)
    return exitWith(print, { text: adviseOne(config.PUBLICATIONS), code: 1 });
  const place = { state, secret: resolve(DATA_DIR, backupFiles.secret) };
  try {
    const text = await about.act(resolve(called.positionals[0] ?? ''), place, config);
    return exitWith(print, { text: `${text}\n`, code: 0 });
  } catch (cause) {
    if (!(cause instanceof StateError)) throw cause;
    return exitWith(print, { text: `${cause.message}\n`, code: 1 });
  }
}
