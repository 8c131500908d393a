/**
 * Records one release after the other in the change journal until it is killed or the last is recorded, and prints each
 * before it begins. Arguments: STORE_URL, first, last.
 */
import { recordChanges } from '../../src/core/change-journal.ts';
import { openStore } from '../../src/store/open-store.ts';
import { textsOf } from './journal-releases.ts';

const [, , url = '', first = '', last = ''] = process.argv;
const store = await openStore({ url, dataDir: '.', now: Date.now });
for (let release = Number(first); release <= Number(last); release += 1) {
  process.stdout.write(`${release}\n`);
  const texts = textsOf(release);
  const now = Date.now();
  const about = { release: `release-${release}`, articles: texts.size, secretProof: 'secret', epoch: '0badcafe', now };
  if (!(await recordChanges(store, { ...about, readTexts: () => texts })))
    throw new Error(`${release} was not recorded`);
}
await store.close();
