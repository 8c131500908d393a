/**
 * Counts a reading each millisecond until it is killed, and prints the time and the number so far. Argument: STORE_URL.
 */
import pino from 'pino';
import { readConfig } from '../../src/server/process/config.ts';
import { openState } from '../../src/server/process/state.ts';

const [, , url = '', dataDir = ''] = process.argv;
const config = readConfig({ STORE_URL: url, DATA_DIR: dataDir });
const { ledger } = await openState({ config, log: pino({ level: 'silent' }), now: Date.now });
let counted = 0;
setInterval(() => {
  ledger.count('article', 'read:page:whole:person');
  counted += 1;
  process.stdout.write(`${performance.now()} ${counted}\n`);
}, 1);
