import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runBackup } from '../../src/cli/backup.ts';
import { openStore } from '../../src/store/open-store.ts';
import { listenTo } from '../support/command.ts';
import { folderOfTest } from '../support/folders.ts';
import { freePort } from '../support/free-port.ts';
import { isPostgresInstalled, startPostgres } from './postgres-server.ts';
import { isRedisInstalled, startRedisServer } from './redis-server.ts';

/** The commands of one program that `npm run backup` prints for a shared store, for this store. */
async function advise(program: string, url: string): Promise<string[][]> {
  const env = { STORE_URL: url, KEY_SECRET: 'a'.repeat(64) };
  const { printed } = await listenTo((session) => runBackup(['copy'], { ...session, env }));
  const lines = printed.split('\n').filter((line) => line.startsWith(`  ${program} `));
  return lines.map((line) => line.trim().replace('URL', url).split(' '));
}

function run([program = '', ...args]: string[] = [], cwd: string): string {
  return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

async function put(url: string, key: string): Promise<void> {
  const store = await openStore({ url, dataDir: '.', now: Date.now });
  await store.update(key, () => ({ op: 'put', value: key, ttlMs: 600_000, result: undefined }));
  await store.close();
}

async function read(url: string): Promise<(string | undefined)[]> {
  const store = await openStore({ url, dataDir: '.', now: Date.now });
  const found = [await store.get('before'), await store.get('after')];
  await store.close();
  return found;
}

it.skipIf(!isRedisInstalled)('the advice for Redis restores a server with appendonly yes', async () => {
  const server = await startRedisServer();
  onTestFinished(() => server.stop());
  await put(server.url, 'before');
  const folder = folderOfTest();
  const [dump] = await advise('redis-cli', server.url);
  run(dump, folder);
  await put(server.url, 'after');

  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const dir = join(folder, 'restored');
  mkdirSync(dir);
  cpSync(join(folder, 'quire.rdb'), join(dir, 'quire.rdb'));
  writeFileSync(join(dir, 'redis.conf'), `port ${port}\nbind 127.0.0.1\nappendonly yes\n`);
  const [startOnce] = await advise('redis-server', url);
  const end = await startIn(dir, startOnce, url);
  const [, switchOn, look] = await advise('redis-cli', url);
  run(switchOn, dir);
  await expect
    .poll(() => run(look, dir), { timeout: 10_000 })
    .toMatch(/aof_rewrite_in_progress:0\s+aof_rewrite_scheduled:0/);
  await end();
  const endAgain = await startIn(dir, ['redis-server', 'redis.conf'], url);
  expect(await read(url)).toEqual(['before', undefined]);
  await endAgain();
});

/** @returns ends the server as a power cut would */
async function startIn(cwd: string, [program = '', ...args]: string[] = [], url: string): Promise<() => Promise<void>> {
  const server = spawn(program, args, { cwd, stdio: 'ignore' });
  onTestFinished(() => void server.kill('SIGKILL'));
  await expect.poll(() => canPing(url, cwd), { timeout: 10_000 }).toBe(true);
  return async () => {
    const exit = once(server, 'exit');
    server.kill('SIGKILL');
    await exit;
  };
}

function canPing(url: string, cwd: string): boolean {
  try {
    return run(['redis-cli', '-u', url, 'PING'], cwd).trim() === 'PONG';
  } catch {
    return false;
  }
}

it.skipIf(!isPostgresInstalled)('the advice for Postgres puts the state of the backup back', async () => {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  await put(server.url, 'before');
  const folder = folderOfTest();
  const [dump] = await advise('pg_dump', server.url);
  run(dump, folder);
  expect(existsSync(join(folder, 'quire.dump'))).toBe(true);
  await put(server.url, 'after');
  const [restore] = await advise('pg_restore', server.url);
  run(restore, folder);
  expect(await read(server.url)).toEqual(['before', undefined]);
});
