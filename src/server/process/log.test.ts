import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const script = `
  const { createLog, createRequestLog } = await import('./src/server/process/log.ts');
  const log = createLog('info');
  log.warn({ authorization: 'Bearer one', deep: { api_key: 'two' }, headers: { req: { cookie: 'three' } } }, 'secrets');
  for (let index = 0; index < 100; index += 1) createRequestLog(log).info({ index }, 'request');
  process.exit(0);
`;

it('writes every line before the process ends, without what could be a secret', () => {
  const { stdout } = spawnSync('node', ['--input-type=module', '-e', script], { encoding: 'utf8' });
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  // Not in order: what is being written when the process ends may come after what is flushed then.
  expect(lines.length).toBe(101);
  expect(lines.find(({ msg }) => msg === 'secrets')).toMatchObject({
    authorization: '[redacted]',
    deep: { api_key: '[redacted]' },
    headers: { req: { cookie: '[redacted]' } },
  });
  const indexes = lines.filter(({ msg }) => msg === 'request').map(({ index }) => index);
  expect(indexes.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index));
});
