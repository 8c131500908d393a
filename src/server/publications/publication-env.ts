import { readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { parseEnv } from 'node:util';
import { isMissing } from '../../library/list-files.ts';
import { stateFile } from '../../store/open-store.ts';
import type { Environment } from '../process/config.ts';
import { hostName } from '../socket/guard.ts';
import type { ListedPublication } from './publication-list.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Settings of the installation that are the same for every publication unless its `.env` has another value. */
const shared: readonly (keyof typeof Environment.shape)[] = [
  'STORE_URL',
  'STORE_WAIT_REPLICAS',
  'TRUSTED_PROXIES',
  'CONNECTIONS_PER_ADDRESS',
  'LOG_LEVEL',
  'LOG_PATHS',
  'LOG_ADDRESSES',
  'LEDGER',
  'RATE_LIMIT_PER_MINUTE',
  'SUBSCRIBE_LIMIT_PER_MINUTE',
  'EDGE_CACHE',
  'EDGE_PURGE_URL',
  'EDGE_PURGE_METHOD',
  'EDGE_PURGE_HEADER',
];
const ofSystem = [
  ...['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'NODE_ENV', 'NODE_COMPILE_CACHE', 'MALLOC_TRIM_THRESHOLD_'],
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
];

/**
 * Creates the environment of one publication's process: shared settings, then its own `.env`, then what its folder
 * decides. Nothing else is inherited, so no publication gets a secret of another one or of the installation's `.env`.
 * @param about.env the environment of the host process
 * @param about.all every publication of the installation
 * @throws Error when its `.env` exists and cannot be read, when that names a host of another publication, and when
 *   another publication has the same prefix in the store
 */
export function createPublicationEnv(
  publication: ListedPublication,
  { env, all }: { env: Variables; all: Iterable<ListedPublication> },
): NodeJS.ProcessEnv {
  const { name, folder } = publication;
  const own = readOwn(folder);
  const prefix = storePrefix(publication, { own, env });
  for (const other of all) {
    if (other.name === name) continue;
    rejectClaim(publication, { own, other });
    if (prefix && otherPrefix(other, env) === prefix)
      throw new Error(
        `${name} and ${other.name} would share their records: both have the STORE_PREFIX ${prefix}, which is the folder's name where .env has none. Give one of them another one.`,
      );
  }
  const inherited = [...shared, ...ofSystem].flatMap((variable): [string, string][] => {
    const value = env[variable];
    return value === undefined ? [] : [[variable, value]];
  });
  const settings: NodeJS.Dict<string> = { ...Object.fromEntries(inherited), ...own };
  return {
    ...settings,
    BASE_URL: settings.BASE_URL || `https://${name}`,
    STORE_PREFIX: prefix,
    PUBLICATION_DIR: folder,
    CONTENT_DIR: join(folder, 'content'),
    RELEASE_DIR: join(folder, 'release'),
    DATA_DIR: join(folder, 'data'),
    // The host process listens and serves the metrics; a value here only lets this process count.
    METRICS_PORT: env.METRICS_PORT ?? '',
    ...{ HOST: '', PORT: '', WORKERS: '', PUBLICATIONS: '', PUBLICATIONS_OPEN: '' },
  };
}

/** A store in the publication's own folder is renamed and moved with it, so its records have no prefix by default. */
function storePrefix({ name, folder }: ListedPublication, { own, env }: { own: Variables; env: Variables }): string {
  const data = join(folder, 'data');
  const isOwnFile = stateFile(own.STORE_URL || env.STORE_URL || 'sqlite:', data)?.startsWith(data + sep);
  return own.STORE_PREFIX || (isOwnFile ? '' : name);
}

/** Undefined if the `.env` of the other publication cannot be read: it is not opened then, so it has no records. */
function otherPrefix(other: ListedPublication, env: Variables): string | undefined {
  try {
    return storePrefix(other, { own: readOwn(other.folder), env });
  } catch {
    return undefined;
  }
}

/**
 * A copied folder still has the settings of the first one: its pages and keys would pass for those of that publication.
 */
function rejectClaim({ name }: ListedPublication, { own, other }: { own: Variables; other: ListedPublication }): void {
  const claims = [
    ['BASE_URL', URL.parse(own.BASE_URL ?? '')?.hostname ?? ''],
    ...(own.ALLOWED_HOSTS ?? '').split(',').map((host) => ['ALLOWED_HOSTS', hostName(host.trim())] as const),
  ] as const;
  for (const [variable, host] of claims)
    if (other.hosts.includes(host))
      throw new Error(
        `The .env of ${name} has ${host} in ${variable}, and this host belongs to the publication ${other.name}: give ${name} a ${variable} of its own.`,
      );
}

function readOwn(folder: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(join(folder, '.env'), 'utf8'));
  } catch (cause) {
    if (isMissing(cause)) return {};
    throw cause;
  }
}
