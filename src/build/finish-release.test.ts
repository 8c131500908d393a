import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { isAbandoned } from './finish-release.ts';

it('notices that the publisher of a build was killed', () => {
  expect(isAbandoned({})).toBe(false);
  expect(isAbandoned({ PUBLISHER_PID: String(process.pid) })).toBe(false);
  const { pid } = spawnSync('true');
  expect(isAbandoned({ PUBLISHER_PID: String(pid) })).toBe(true);
});

it('notices it although no process has asked how the publisher ended', async () => {
  // The second command takes the place of the shell and never waits for the first.
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [printed] = await once(parent.stdout, 'data');
  const pid = Number(printed);
  // Until then, it is a shell that waits for the first.
  await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
  expect(isAbandoned({ PUBLISHER_PID: String(pid) })).toBe(false);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => isAbandoned({ PUBLISHER_PID: String(pid) })).toBe(true);
  // Its number is still taken.
  expect(process.kill(pid, 0)).toBe(true);
});
