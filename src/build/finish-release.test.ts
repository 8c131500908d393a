import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { isAbandoned } from './finish-release.ts';

it('notices that the publisher of a build was killed', () => {
  expect(isAbandoned({})).toBe(false);
  expect(isAbandoned({ PUBLISHER_PID: String(process.pid) })).toBe(false);
  const { pid } = spawnSync('true');
  expect(isAbandoned({ PUBLISHER_PID: String(pid) })).toBe(true);
});
