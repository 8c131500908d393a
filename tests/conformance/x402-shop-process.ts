/** A shop in a process of its own: `node x402-shop-process.ts <port> <database>`. Says `open` when it answers. */
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { openShop } from './x402-shop.ts';

const [port, path] = process.argv.slice(2);
if (!port || !path) throw new Error('Give a port and a database file.');
await openShop({ port: Number(port), store: openSqliteStore({ path, now: Date.now }) });
process.stdout.write('open\n');
