import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { isMissing } from '../../library/list-files.ts';
import type { Environment } from '../process/config.ts';
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
/** Variables of the system and of Node.js. */
const ofSystem = [
  ...['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'NODE_ENV', 'NODE_COMPILE_CACHE', 'MALLOC_TRIM_THRESHOLD_'],
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
];

/**
 * Creates the environment of one publication's process: shared settings, then its own `.env`, then what its folder
 * decides. Nothing else is inherited, so no publication gets a secret of another one or of the installation's `.env`.
 * @param env the environment of the host process
 * @throws Error when the publication's `.env` exists and cannot be read
 */
export function createPublicationEnv(publication: ListedPublication, env: Variables): NodeJS.ProcessEnv {
  const { name, folder, hosts } = publication;
  const own = readOwn(join(folder, '.env'));
  const inherited = [...shared, ...ofSystem].flatMap((variable): [string, string][] => {
    const value = env[variable];
    return value === undefined ? [] : [[variable, value]];
  });
  const settings: NodeJS.Dict<string> = { ...Object.fromEntries(inherited), ...own };
  return {
    ...settings,
    BASE_URL: settings.BASE_URL || `https://${name}`,
    ALLOWED_HOSTS: [settings.ALLOWED_HOSTS, ...hosts].filter(Boolean).join(','),
    STORE_PREFIX: name,
    PUBLICATION_DIR: folder,
    CONTENT_DIR: join(folder, 'content'),
    RELEASE_DIR: join(folder, 'release'),
    DATA_DIR: join(folder, 'data'),
    // The host process listens and serves the metrics; a value here only lets this process count.
    METRICS_PORT: env.METRICS_PORT ?? '',
    ...{ HOST: '', PORT: '', WORKERS: '', PUBLICATIONS: '', PUBLICATIONS_OPEN: '' },
  };
}

function readOwn(path: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (cause) {
    if (isMissing(cause)) return {};
    throw cause;
  }
}
