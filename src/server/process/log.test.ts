import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';

const script = `
  const { createLog } = await import('./src/server/process/log.ts');
  const { createRequestLog } = await import('./src/server/process/request-log.ts');
  const { log, output } = createLog('info');
  const write = createRequestLog({ level: 'info', output, now: Date.now });
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
  expect(lines.length).toBe(101);
  expect(lines[0]).toMatchObject({
    msg: 'secrets',
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
  expect(indexes).toEqual(Array.from({ length: 100 }, (_, index) => index));
});

it('keeps lines in their order and whole, whatever their length and their letters', () => {
  const lengths = [1, 3_000, 20, 100_000, ...Array.from({ length: 300 }, (_, index) => 10 * index), 9_000, 5];
  const code = `
    const { createLog } = await import('./src/server/process/log.ts');
    const { output } = createLog('info');
    for (const length of ${JSON.stringify(lengths)}) output.write('ä€😀'.repeat(length) + '\\n');
    process.exit(0);`;
  const { stdout } = spawnSync('node', ['--input-type=module', '-e', code], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  expect(stdout).toBe(lengths.map((length) => `${'ä€😀'.repeat(length)}\n`).join(''));
});

it('waits at its end for a reader that is slow, for longer than for one that does not read', async () => {
  const code = `
    const { createLog } = await import('./src/server/process/log.ts');
    const { output, written } = createLog('info');
    for (let index = 0; index < 700; index += 1) output.write('a'.repeat(1_000) + '\\n');
    const isWritten = await written();
    process.exit(isWritten ? 0 : 1);`;
  const child = spawn('node', ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const { stdout } = child;
  let length = 0;
  for await (const chunk of stdout) {
    length += chunk.length;
    await sleep(350);
  }
  expect([length, await ended]).toEqual([700 * 1_001, [0, null]]);
});

const full = '/dev/full';

it.skipIf(!existsSync(full))('continues when the log cannot be written, and ends on a signal', () => {
  const script = `
    const { createLog } = await import('./src/server/process/log.ts');
    const { log, written } = createLog('info');
    for (let index = 0; index < 5; index += 1) {
      log.info('a line');
      await new Promise((wake) => setTimeout(wake, 120));
    }
    process.stderr.write('goes on');
    log.info('the last line');
    await written();
    process.exit(0);`;
  const { stderr, status } = spawnSync('node', ['--input-type=module', '-e', script], {
    stdio: ['ignore', openSync(full, 'w'), 'pipe'],
    encoding: 'utf8',
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
  expect([stderr, status]).toEqual(['goes on', 0]);
});

/** A thread that ends while every thread that writes files has seconds of other work to do. */
function busyThread(ending: string) {
  const code = `
    const { pbkdf2 } = await import('node:crypto');
    const { createLog } = await import('${import.meta.resolve('./log.ts')}');
    const { log, written } = createLog('info');
    for (let index = 0; index < 8; index += 1) pbkdf2('key', 'salt', 1_500_000, 32, 'sha512', () => {});
    log.info('stopping');
    ${ending}
    process.exit();`;
  const url = `data:text/javascript,${encodeURIComponent(code)}`;
  return `new (require('node:worker_threads').Worker)(new URL(${JSON.stringify(url)}))`;
}

it.each([
  ['at once', ''],
  [
    'while a line is on its way and it waits for that',
    'await new Promise((wake) => setTimeout(wake, 150)); await written();',
  ],
])(
  'writes the last line of a thread that ends %s',
  (_, ending) => {
    const { stdout } = spawnSync('node', ['-e', busyThread(ending)], { encoding: 'utf8' });
    expect(stdout).toMatch(/^\{.*"msg":"stopping"\}\n$/);
  },
  60_000,
);
