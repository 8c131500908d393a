import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { encodeHeader } from '../../src/protocols/x402/header.ts';
import { folderOfFile } from '../support/folders.ts';
import { createWallet, signPayment } from './x402-wallet.ts';

const folder = folderOfFile();
const database = join(folder, 'state.sqlite');
const script = fileURLToPath(new URL('./x402-shop-process.ts', import.meta.url));
const running = new Set<ChildProcess>();

async function start(port: number) {
  const child = spawn(process.execPath, [script, String(port), database], { stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  await once(child.stdout, 'data');
  return child;
}

async function kill(child: ChildProcess) {
  running.delete(child);
  child.kill('SIGKILL');
  await once(child, 'exit');
}

afterAll(async () => {
  await Promise.all([...running].map(kill));
});

async function send(port: number, payment: string) {
  const headers = { 'payment-signature': payment };
  return (await fetch(`http://127.0.0.1:${port}/api/v1/articles/paid-study`, { headers })).status;
}

describe('a payment shown to two processes', () => {
  it('counts once among forty at the same moment, and not again when the first was killed and started anew', async () => {
    const first = await start(5811);
    await start(5812);
    const payment = encodeHeader(await signPayment(createWallet(), 2));
    const statuses = await Promise.all(Array.from({ length: 40 }, (_, index) => send(5811 + (index % 2), payment)));
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 39 }, () => 402)]);
    await kill(first);
    await start(5811);
    expect(await send(5811, payment)).toBe(402);
    expect(await send(5811, encodeHeader(await signPayment(createWallet(), 2)))).toBe(200);
  });
});
