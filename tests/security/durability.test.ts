import { describe, expect, it } from 'vitest';
import { slugsByTier } from '../support/client.ts';
import { startProcess } from '../support/server.ts';
import { pressUnlock } from '../support/unlock.ts';

const generous = { RATE_LIMIT_PER_MINUTE: '1000000', SUBSCRIBE_LIMIT_PER_MINUTE: '1000000' };

describe('a process that is killed', () => {
  it('has kept every key it acknowledged, and gives a repeated Idempotency-Key the same one', async () => {
    const first = await startProcess(generous);
    const acknowledged = new Map<string, string>();
    const waiting = Array.from({ length: 1_000 }, (_, index) => `kill-in-the-middle-${index}`);
    // Twenty at a time: all at once would be one commit, and nothing would be in the middle.
    const clients = Array.from({ length: 20 }, async () => {
      for (let key = waiting.pop(); key; key = waiting.pop()) {
        const response = await fetch(`${first.address}/api/v1/agent/subscribe`, {
          method: 'POST',
          headers: { 'idempotency-key': key },
        });
        const { api_key } = await response.json();
        acknowledged.set(key, api_key);
        if (acknowledged.size === 300) await first.kill('SIGKILL');
      }
    });
    await Promise.allSettled(clients);
    expect(acknowledged.size).toBeGreaterThanOrEqual(300);
    expect(acknowledged.size).toBeLessThan(1_000);

    const second = await startProcess({ ...generous, DATA_DIR: first.dataDir });
    const { paid } = await slugsByTier();
    for (const [idempotencyKey, key] of acknowledged) {
      const read = await fetch(`${second.address}/api/v1/articles/${paid[0]}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      expect(read.status).toBe(200);
      await read.body?.cancel();
      const again = await fetch(`${second.address}/api/v1/agent/subscribe`, {
        method: 'POST',
        headers: { 'idempotency-key': idempotencyKey },
      });
      expect((await again.json()).api_key).toBe(key);
    }
    await second.kill('SIGTERM');
  });
});

describe('two processes on one store', () => {
  it('make one subscription of one Idempotency-Key', async () => {
    const one = await startProcess(generous);
    const other = await startProcess({ ...generous, DATA_DIR: one.dataDir });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        fetch(`${index % 2 ? one.address : other.address}/api/v1/agent/subscribe`, {
          method: 'POST',
          headers: { 'idempotency-key': 'one key for two processes' },
        }),
      ),
    );
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const made = answers.filter(({ status }) => status === 200);
    const keys = await Promise.all(made.map(async (answer) => (await answer.json()).api_key));
    expect(new Set(keys).size).toBe(1);
    await Promise.all([one.kill('SIGTERM'), other.kill('SIGTERM')]);
  });
});

describe('the limits', () => {
  it('answer 429 with Retry-After past the limit, and count each address apart', async () => {
    const service = await startProcess({
      RATE_LIMIT_PER_MINUTE: '5',
      SUBSCRIBE_LIMIT_PER_MINUTE: '2',
      TRUSTED_PROXIES: '127.0.0.1,::1',
    });
    const from = (address: string, path = '/api/v1/pricing', method = 'GET') =>
      fetch(service.address + path, { method, headers: { 'x-forwarded-for': address } });
    const statuses: number[] = [];
    for (let index = 0; index < 6; index += 1) statuses.push((await from('198.51.100.1')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const refused = await from('198.51.100.1');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    expect((await refused.json()).error.code).toBe('rate_limited');
    expect((await from('198.51.100.2')).status).toBe(200);
    const subscribe = async () => (await from('198.51.100.3', '/api/v1/agent/subscribe', 'POST')).status;
    expect([await subscribe(), await subscribe(), await subscribe()]).toEqual([200, 200, 429]);
    const first = await from('198.51.100.4', '/api/v1/agent/subscribe', 'POST');
    const { api_key } = await first.json();
    const withKey = async () => {
      const headers = { 'x-forwarded-for': '198.51.100.4', authorization: `Bearer ${api_key}` };
      return (await fetch(`${service.address}/api/v1/agent/subscribe`, { method: 'POST', headers })).status;
    };
    expect([await withKey(), await withKey()]).toEqual([200, 429]);
    await service.kill('SIGTERM');
  });

  it('of subscriptions hold for the button of a paid article, whose refusal says which limit it was', async () => {
    const service = await startProcess({ SUBSCRIBE_LIMIT_PER_MINUTE: '1' });
    const { paid } = await slugsByTier();
    const press = () => pressUnlock(service.address, paid[0] ?? '');
    expect((await press()).status).toBe(303);
    const { status, headers } = await press();
    expect([status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual([429, '1', '0']);
    expect(headers.get('ratelimit')).toMatch(/^"subscribe";r=0;t=\d+$/);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await service.kill('SIGTERM');
  });
});

describe('starting and stopping', () => {
  it('refuses to start under another address than it was built for, and names the command', async () => {
    await expect(startProcess({ BASE_URL: 'https://other.example' })).rejects.toThrow(
      'run "BASE_URL=https://other.example npm run build"',
    );
  });

  it('ends on SIGTERM with code 0 after the running answers', async () => {
    const service = await startProcess();
    const answers = Array.from({ length: 20 }, () => fetch(`${service.address}/api/v1/articles`));
    const settled = Promise.allSettled(answers);
    await Promise.race(answers);
    expect(await service.kill('SIGTERM')).toBe(0);
    for (const answer of await settled) if (answer.status === 'fulfilled') expect(answer.value.status).toBe(200);
  });
});
