/** Tries to win 500 keys in the store it is given and reports who did. Arguments: STORE_URL, name. */
import { openStore } from '../../src/store/open-store.ts';

const [, , url = '', owner = ''] = process.argv;
const store = await openStore({ url, dataDir: '.', now: Date.now });

const keys = Array.from({ length: 500 }, (_, index) => `race:${index}`);
// Each process in its own order, so that both are ahead of the other somewhere.
const order = owner === 'one' ? keys : keys.toReversed();
const owners = new Map<string, string>();
for (let start = 0; start < order.length; start += 25) {
  await Promise.all(order.slice(start, start + 25).map(claim));
}
await store.close();
process.send?.(keys.map((key) => owners.get(key)));
process.disconnect();

async function claim(key: string) {
  const winner = await store.update(key, (seen) =>
    seen === undefined ? { op: 'put', value: owner, ttlMs: 600_000, result: owner } : { op: 'keep', result: seen },
  );
  owners.set(key, winner);
}
