import { spawnSync } from 'node:child_process';

/**
 * Debian packages that some tests need: installed where we may, named where we may not. JavaScript, because `.ci/run` starts this with
 * the machine's own Node.js 20, beside `npm ci`.
 * @type {{
 *   binary: string, // a program, or the folder of a library
 *   package: string,
 *   for: string,
 *   instead?: string, // another program, and its package, that does the same where a system does not offer the first
 * }[]}
 */
const needed = [
  { binary: 'curl', package: 'curl', for: 'the tests of the documented examples' },
  // A page takes a third of the CPU time that chromium takes for it.
  {
    binary: 'chromium-headless-shell',
    package: 'chromium-headless-shell',
    for: 'the browser tests',
    instead: 'chromium',
  },
  { binary: 'nginx', package: 'nginx-light', for: 'the tests of replicas behind a proxy' },
  { binary: 'faketime', package: 'faketime', for: 'the tests of a clock that is set' },
  { binary: 'haproxy', package: 'haproxy', for: 'the tests of another proxy in front' },
  { binary: 'pandoc', package: 'pandoc', for: 'the tests of imported manuscripts' },
  { binary: 'varnishd', package: 'varnish-modules', for: 'the tests of a shared cache' },
  { binary: 'redis-server', package: 'redis-server', for: 'the tests of several replicas' },
  {
    binary: '/usr/lib/python3/dist-packages/jwcrypto',
    package: 'python3-jwcrypto',
    for: 'the test of receipts with jwcrypto',
  },
  { binary: 'radosgw', package: 'radosgw', for: 'the tests of releases in a bucket' },
  { binary: 'ceph-mon', package: 'ceph-mon', for: 'the tests of releases in a bucket' },
  { binary: 'ceph-osd', package: 'ceph-osd', for: 'the tests of releases in a bucket' },
  ...['proxy', 'account', 'container', 'object'].map((kind) => ({
    binary: `swift-${kind}-server`,
    package: `swift-${kind}`,
    for: 'the test of a bucket without conditional writes',
  })),
  { binary: 'pg_ctlcluster', package: 'postgresql', for: 'the tests of state in Postgres' },
];

function isThere(binary) {
  return spawnSync('sh', ['-c', `command -v ${binary} || test -d ${binary}`]).status === 0;
}

function runApt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** @returns whether all of them are installed: apt installs none of a list with an unknown name */
function install(names) {
  const args = ['install', '-y', '-qq', '--no-install-recommends', ...names];
  return runApt(args).status === 0;
}

const missing = needed.filter(({ binary }) => !isThere(binary));
if (missing.length > 0) {
  const names = missing.map((entry) => entry.package);
  if (process.getuid?.() === 0 && isThere('apt-get')) {
    process.stdout.write(`Installing ${names.join(' and ')} for the tests.\n`);
    runApt(['update', '-qq']);
    if (!install(names)) for (const name of names) install([name]);
    for (const { binary, instead } of missing)
      if (instead !== undefined && !isThere(binary) && !isThere(instead)) install([instead]);
  }
  for (const entry of missing.filter(({ binary, instead = binary }) => !isThere(binary) && !isThere(instead))) {
    process.stdout.write(
      `${entry.binary} is missing, so ${entry.for} are skipped: install the package ${entry.package} to run them.\n`,
    );
  }
}
