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

it('goes on starting when it hears of a new release before it serves', async () => {
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
    },
    stdio: 'ignore',
  });
  try {
    await asked;
    child.kill('SIGHUP');
    await untilReady(child, `http://localhost:${port}`);
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  } finally {
    child.kill('SIGKILL');
    silent.close();
    rmSync(dataDir, { recursive: true });
  }
}, 60_000);
