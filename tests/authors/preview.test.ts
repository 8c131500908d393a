import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOfProcess } from '../support/folders.ts';
import { freePort } from '../support/free-port.ts';
import { untilReady } from '../support/until-ready.ts';

it('shows what is not out yet, and leaves nothing of it in the state of the service beside it', async () => {
  const folder = folderOfProcess();
  const port = await freePort();
  const { VITEST: _, ...inherited } = process.env;
  const env = {
    ...inherited,
    NODE_ENV: 'production',
    PORT: String(port),
    LOG_LEVEL: 'warn',
    DATA_DIR: join(folder, 'data'),
    STORE_URL: `sqlite:${join(folder, 'state.db')}`,
    KEY_SECRET: 'the secret of the service that readers use',
    PUBLICATIONS: folder, // of the installation, which would be served in place of the preview
  };
  const preview = spawn('node', ['src/cli/preview.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  preview.stdout.on('data', (chunk) => (output += chunk));
  const base = `http://localhost:${port}`;
  try {
    await untilReady(preview, base, () => output);
    const [, slug] = /\/articles\/(\S+) \(is released at/.exec(output) ?? [];
    const changes = await (await fetch(`${base}/api/v1/changes?limit=1000`)).json();
    expect(changes.data).toContainEqual(expect.objectContaining({ slug, change: 'added' }));
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    const ended = once(preview, 'exit');
    preview.kill('SIGTERM');
    await ended;
  }
}, 240_000);
