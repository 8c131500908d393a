interface Address {
  host: string;
  port: number;
}

export type RedisTarget =
  | { kind: 'server'; url: string }
  | { kind: 'sentinel'; sentinels: Address[]; master: string; db: number; login: Login; isTls: boolean }
  | { kind: 'cluster'; nodes: Address[]; login: Login; isTls: boolean };

interface Login {
  username?: string;
  password?: string;
}

const several = /^(rediss?)\+(sentinel|cluster):\/\/(?:([^@/]*)@)?([^/@]+)(?:\/(.*))?$/;

/** Is this a URL of Redis: one server, Sentinels or a cluster? */
export function isRedisUrl(url: string): boolean {
  return /^rediss?(?:\+sentinel|\+cluster)?:\/\//.test(url);
}

/**
 * Parses a URL of Redis: `redis://host:port/db` for one server, `redis+sentinel://host:port,host:port/master/db` for a
 * master that Sentinels watch, `redis+cluster://host:port,host:port` for a cluster. `rediss` is TLS; `user:password@`
 * goes before the hosts.
 * @throws TypeError in one sentence for anything else
 */
export function parseRedisUrl(url: string): RedisTarget {
  if (/^rediss?:\/\//.test(url)) {
    // The message does not quote the URL, which may contain a password.
    if (!URL.parse(url)?.hostname) throw new TypeError('STORE_URL names no server: write redis://HOST:PORT.');
    return { kind: 'server', url };
  }
  const [, scheme, kind, login = '', hosts = '', path = ''] = several.exec(url) ?? [];
  if (!kind) throw new TypeError('STORE_URL is not a URL of Redis: redis://, redis+sentinel:// or redis+cluster://.');
  const isTls = scheme === 'rediss';
  const nodes = hosts.split(',').map((host) => parseAddress(host, kind === 'sentinel' ? 26_379 : 6_379));
  if (kind === 'cluster') return { kind, nodes, login: parseLogin(login), isTls };
  const [master = '', db = '0'] = path.split('/');
  if (!master || !/^\d{1,4}$/.test(db)) {
    throw new TypeError('STORE_URL names no master: write redis+sentinel://host:26379,host:26379/MASTER/0.');
  }
  return { kind: 'sentinel', sentinels: nodes, master, db: Number(db), login: parseLogin(login), isTls };
}

function parseAddress(text: string, defaultPort: number): Address {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text.trim()) ?? [];
  const host = bracketed ?? plain;
  if (!host) throw new TypeError(`STORE_URL names "${text}", which is not host:port.`);
  return { host, port: port ? Number(port) : defaultPort };
}

function parseLogin(text: string): Login {
  if (text === '') return {};
  const [username = '', password] = text.split(':').map(decodeURIComponent);
  return { ...(username && { username }), ...(password && { password }) };
}
