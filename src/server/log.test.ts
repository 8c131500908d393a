import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const script = `
  const { createLog, createRequestLog } = await import('./src/server/log.ts');
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
  expect(lines.length).toBe(101);
  expect(lines[0]).toMatchObject({
    msg: 'secrets',
    authorization: '[redacted]',
    deep: { api_key: '[redacted]' },
    headers: { req: { cookie: '[redacted]' } },
  });
  expect(lines[100]).toMatchObject({ index: 99, msg: 'request' });
});
