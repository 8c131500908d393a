import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { folderOfFile } from '../support/folders.ts';
import { serveCommand } from '../support/serve-command.ts';
import { startProcess } from '../support/server.ts';

const cache = folderOfFile();
/** Sources that node looked for in its compile cache and did not find, at one start. */
async function compiledAtStart(): Promise<string[]> {
  const service = await startProcess({ NODE_COMPILE_CACHE: cache, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' });
  await service.kill('SIGKILL');
  const looked = [...service.output().matchAll(/(no|retrieving) transpile cache for StrippedTypeScript (\S+)/g)];
  expect(looked.length).toBeGreaterThan(90);
  return looked.filter(([, outcome]) => outcome === 'no').map(([, , file = '']) => file);
}

it('has no types stripped at the first start after a build, which loads what the service loads', async () => {
  expect(await compiledAtStart()).not.toEqual([]);
  const { status, stdout } = spawnSync('node', [...serveCommand().args, '--compile-only'], {
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  expect(await compiledAtStart()).toEqual([]);
});
