import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const script = `
  const { createLog } = await import('./src/server/process/log.ts');
  const { createRequestLog } = await import('./src/server/process/request-log.ts');
  const { log, output } = createLog('info');
  const write = createRequestLog({ level: 'info', write: (line) => output.write(line), now: Date.now });
  log.warn({ authorization: 'Bearer one', deep: { api_key: 'two' }, headers: { req: { cookie: 'three' } } }, 'secrets');
  for (let index = 0; index < 100; index += 1) write({ requestId: String(index), operation: 'none', method: 'GET', status: 200, ms: 1.25, callerId: 'a"b', isSandbox: false });
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
  const requests = lines.filter(({ msg }) => msg === 'request');
  expect(requests[0]).toMatchObject({
    level: 30,
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    ms: 1.3,
    callerId: 'a"b',
  });
  const indexes = requests.map(({ requestId }) => Number(requestId));
  expect(indexes.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index));
});
