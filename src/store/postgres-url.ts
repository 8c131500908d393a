export function isPostgresUrl(url: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(url);
}

/**
 * Splits a URL that names several servers into one URL for each, as libpq does (PostgreSQL manual, section 34.1.1.3):
 * `postgres://user:password@host:5432,host:5432/database?sslmode=require`.
 * @throws TypeError in one sentence that quotes nothing of the URL, which may contain a password
 */
export function parsePostgresUrl(url: string): string[] {
  const [, login = '', hosts = '', path = ''] =
    /^postgres(?:ql)?:\/\/([^@/?]*@)?([^/?]+)(\/[^?]+(?:\?.*)?)$/.exec(url) ?? [];
  const servers = hosts.split(',').map((host) => `postgres://${login}${host.trim()}${path}`);
  if (hosts === '' || !servers.every((server) => URL.parse(server)?.hostname)) {
    throw new TypeError('STORE_URL is not a URL of Postgres: write postgres://USER:PASSWORD@HOST:5432/DATABASE.');
  }
  return servers;
}
