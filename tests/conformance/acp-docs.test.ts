import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ask, bearer } from '../support/client.ts';
import { findAcpFaults } from './acp-desk.ts';
import { readExamples } from './docs-examples.ts';

const run = promisify(execFile);

it('the checkout examples of /developers.md, copied as they stand, sell a key and start a strict session', async () => {
  const [plain, strict] = await readExamples('Checkout sessions', 'bash');
  const completed = JSON.parse((await run('bash', ['-c', String(plain)])).stdout);
  const { license_key: key } = completed.order.fulfillments[0].digital_delivery;
  expect((await ask('/api/v1/articles/ranking-without-a-model', bearer(key))).status).toBe(200);
  const started = JSON.parse((await run('bash', ['-c', String(strict)])).stdout);
  expect(findAcpFaults('CheckoutSession', started)).toBeNull();
});
