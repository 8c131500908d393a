/**
 * Subscribes as fast as it can and writes what it was told to stdout, a line each: a key and whether it is the first,
 * or what else was said.
 * Arguments: STORE_URL, number of subscriptions, and the Idempotency-Key of all of them (`-` for none).
 */
import { randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { noLedger } from '../../src/core/ledger/ledger.ts';
import { subscribe } from '../../src/core/subscriptions/subscriptions.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createTestKeyring } from '../support/keyring.ts';
import { makeLibrary } from '../support/library.ts';

const [, , url = '', count = '0', idempotencyKey = '-'] = process.argv;
const store = await openStore({ url, dataDir: '.', now: Date.now });
const keyring = createTestKeyring();
const services = {
  store,
  keyring,
  library: makeLibrary('http://localhost:4321').open,
  now: Date.now,
  randomBytes,
  ledger: noLedger,
};

async function subscribeOnce() {
  const answer = await subscribe(services, {
    plan: 'paid',
    idempotencyKey: idempotencyKey === '-' ? undefined : idempotencyKey,
    clientAddress: '127.0.0.1',
  });
  writeSync(
    1,
    answer.kind === 'subscribed' ? `${answer.key} ${answer.isReplay ? 'replay' : 'first'}\n` : `- ${answer.kind}\n`,
  );
}

for (let left = Number(count); left > 0; left -= 25) {
  await Promise.all(Array.from({ length: Math.min(25, left) }, subscribeOnce));
}
await store.close();
