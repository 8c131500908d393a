/** Writes numbered keys until it is killed, a line on stdout for each acknowledged one. Arguments: STORE_URL. */
import { openStore } from '../../src/store/open-store.ts';

const [, , url = ''] = process.argv;
const store = await openStore({ url, dataDir: '.', now: Date.now });

async function write(lane: number) {
  for (let number = 0; ; number++) {
    const key = `written:${lane}:${number}`;
    await store.update(key, () => ({ op: 'put', value: key, ttlMs: 600_000, result: undefined }));
    process.stdout.write(`${key}\n`);
  }
}
await Promise.all(Array.from({ length: 8 }, (_, lane) => write(lane)));
