import { spawnSync } from 'node:child_process';

/** Debian packages that some tests need besides npm: installed where we may, named where we may not. A library is known by its folder. */
const needed = [
  { binary: 'curl', package: 'curl', for: 'the tests of the documented examples' },
  { binary: 'chromium', package: 'chromium', for: 'the browser tests' },
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

function isThere(binary: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${binary} || test -d ${binary}`]).status === 0;
}

const missing = needed.filter(({ binary }) => !isThere(binary));
if (missing.length > 0) {
  const names = missing.map((entry) => entry.package);
  if (process.getuid?.() === 0 && isThere('apt-get')) {
    process.stdout.write(`Installing ${names.join(' and ')} for the tests.\n`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  for (const entry of missing.filter(({ binary }) => !isThere(binary))) {
    process.stdout.write(
      `${entry.binary} is missing, so ${entry.for} are skipped: install the package ${entry.package} to run them.\n`,
    );
  }
}
