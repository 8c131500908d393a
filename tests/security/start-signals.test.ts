import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { serveCommand } from '../support/serve-command.ts';
import { untilReady } from '../support/until-ready.ts';

/** A process in the middle of its start. */
async function startSlowly(env: Record<string, string> = {}) {
  // A store that takes a connection and says nothing: the start waits for it, and then does without.
  const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const storePort = typeof address === 'object' ? address?.port : undefined;
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'quire-signal-'));
  const serve = serveCommand();
  const asked = once(silent, 'connection');
  const child = spawn('node', serve.args, {
    env: {
      ...process.env,
      ...serve.env,
      NODE_ENV: 'production',
      BASE_URL: inject('baseUrl'),
      RELEASE_DIR: '.test-build',
      PORT: String(port),
      DATA_DIR: dataDir,
      STORE_URL: `redis://127.0.0.1:${storePort}`,
      KEY_SECRET: 'a secret of the tests, 32 characters or more',
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: 'ignore',
  });
  await asked;
  return {
    child,
    address: `http://localhost:${port}`,
    end() {
      child.kill('SIGKILL');
      silent.close();
      rmSync(dataDir, { recursive: true });
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
}, 60_000);

it('ends when it is told to before the first of its workers serves', async () => {
  const { child, end } = await startSlowly({ WORKERS: '2' });
  try {
    const ended = once(child, 'exit', { signal: AbortSignal.timeout(40_000) });
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  } finally {
    end();
  }
}, 60_000);
