import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { folderOfTest } from '../support/folders.ts';
import { freePort } from '../support/free-port.ts';
import { serveCommand } from '../support/serve-command.ts';
import { processEnv } from '../support/server.ts';
import { untilReady } from '../support/until-ready.ts';

/** A process in the middle of its start. @param before what it is started by */
async function startSlowly(env: Record<string, string> = {}, before: readonly string[] = []) {
  // A store that takes a connection and says nothing: the start waits for it, and then does without.
  const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const storePort = typeof address === 'object' ? address?.port : undefined;
  const port = await freePort();
  const request = once(silent, 'connection');
  const store = {
    STORE_URL: `redis://127.0.0.1:${storePort}`,
    KEY_SECRET: 'a secret of the tests, 32 characters or more',
  };
  const [command = '', ...args] = [...before, 'node', ...serveCommand().args];
  const child = spawn(command, args, {
    env: processEnv({ port, dataDir: folderOfTest() }, { ...store, LOG_LEVEL: 'silent', ...env }),
    stdio: 'ignore',
  });
  await request;
  return {
    child,
    address: `http://localhost:${port}`,
    end() {
      child.kill('SIGKILL');
      silent.close();
    },
  };
}

it('goes on starting when it hears of a new release before it serves', async () => {
  const { child, address, end } = await startSlowly();
  try {
    child.kill('SIGHUP');
    await untilReady(child, address);
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  } finally {
    end();
  }
}, 180_000);

it('ends when it is told to before the first of its workers serves', async () => {
  const { child, end } = await startSlowly({ WORKERS: '2' });
  try {
    const ended = once(child, 'exit', { signal: AbortSignal.timeout(120_000) });
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  } finally {
    end();
  }
}, 180_000);

// As the first process of a container without an init.
const asFirst = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--kill-child'];
const hasNamespaces = spawnSync(asFirst[0] ?? '', [...asFirst.slice(1), 'true']).status === 0;

it.skipIf(!hasNamespaces)(
  'ends when it is told to in the middle of its start as the first process of a container',
  async () => {
    const { child, end } = await startSlowly({}, asFirst);
    try {
      const ended = once(child, 'exit', { signal: AbortSignal.timeout(60_000) });
      const inside = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
      expect(Number(inside)).toBeGreaterThan(0); // 0 would be the group of this process
      process.kill(Number(inside), 'SIGTERM');
      expect(await ended).toEqual([143, null]);
    } finally {
      end();
    }
  },
  180_000,
);

it('ends with the command that started it, and nobody goes on behind it', async () => {
  const port = await freePort();
  const child = spawn('npm', ['run', 'serve'], {
    env: processEnv({ port, dataDir: folderOfTest() }, { LOG_LEVEL: 'silent' }),
    stdio: 'ignore',
    detached: true, // a group of its own, so that nobody is left if this fails
  });
  const address = `http://localhost:${port}`;
  try {
    await untilReady(child, address);
    const ended = once(child, 'exit', { signal: AbortSignal.timeout(60_000) });
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    await expect(fetch(address)).rejects.toThrow();
  } finally {
    if (child.pid) spawnSync('kill', ['-9', '--', `-${child.pid}`]);
    child.kill('SIGKILL');
  }
}, 180_000);
