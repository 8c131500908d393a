import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { folderOfFile } from '../../../tests/support/folders.ts';
import { loadKeySecrets } from './key-secret.ts';

const root = folderOfFile();

const folder = (name: string) => join(root, name);
const load = (dataDir: string, more: Partial<Parameters<typeof loadKeySecrets>[0]> = {}) =>
  loadKeySecrets({ current: undefined, previous: undefined, dataDir, isShared: false, ...more });

test('the environment comes first, and leaves the data directory alone', () => {
  const secrets = load(folder('env'), { current: 'from the environment', previous: 'the one before', isShared: true });
  expect(secrets).toEqual({ current: 'from the environment', previous: 'the one before', isGenerated: false });
  expect(readdirSync(root)).not.toContain('env');
});

test('without one it is made once, for the owner of the process only', () => {
  const first = load(folder('made'));
  expect(first).toEqual({ current: expect.stringMatching(/^[0-9a-f]{64}$/), previous: undefined, isGenerated: true });
  expect(load(folder('made')).current).toBe(first.current);
  expect(readdirSync(folder('made'))).toEqual(['key-secret']);
  expect(statSync(join(folder('made'), 'key-secret')).mode & 0o777).toBe(0o600);
  expect(load(folder('other')).current).not.toBe(first.current);
});

test('eight processes that start at once get the same one', async () => {
  const dataDir = folder('raced');
  const script = `
    import { loadKeySecrets } from ${JSON.stringify(join(import.meta.dirname, 'key-secret.ts'))};
    process.stdout.write(loadKeySecrets({ dataDir: ${JSON.stringify(dataDir)}, isShared: false }).current);`;
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  const outputs = await Promise.all(Array.from({ length: 8 }, run));
  const secrets = new Set(outputs.map(({ stdout }) => stdout));
  expect([...secrets]).toEqual([load(dataDir).current]);
  expect(readdirSync(dataDir)).toEqual(['key-secret']);
});

test('replicas that share a store may not each make their own', () => {
  expect(() => load(folder('shared'), { isShared: true })).toThrow('need the same KEY_SECRET');
});

test('a file that others can read, or that is damaged, is refused with a sentence', () => {
  load(folder('open'));
  const path = join(folder('open'), 'key-secret');
  chmodSync(path, 0o640);
  expect(() => load(folder('open'))).toThrow(`chmod 600 ${path}`);
  chmodSync(path, 0o600);
  writeFileSync(path, 'cut');
  expect(() => load(folder('open'))).toThrow('is damaged');
});

test('beside a state file a missing one is not replaced, which would void every key', () => {
  mkdirSync(folder('lost'));
  const state = join(folder('lost'), 'state.db');
  load(folder('lost'), { state });
  writeFileSync(state, 'purchases');
  expect(load(folder('lost'), { state }).isGenerated).toBe(true);
  rmSync(join(folder('lost'), 'key-secret'));
  expect(() => load(folder('lost'), { state })).toThrow(`${folder('lost')}/key-secret is missing`);
  expect(readdirSync(folder('lost'))).toEqual(['state.db']);
  // Another service may have written a state file elsewhere.
  expect(load(folder('beside'), { state }).isGenerated).toBe(true);
});

test('a data directory that cannot be written is an error of the system, and leaves nothing behind', () => {
  writeFileSync(folder('a file'), '');
  expect(() => load(folder('a file'))).toThrow('EEXIST');
});
