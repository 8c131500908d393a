import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { folderOfFile } from '../../../tests/support/folders.ts';
import { checkExternalLinks } from './external-links.ts';

const asked: string[] = [];
const statuses: Record<string, number> = { '/fine': 200, '/gone': 404, '/refuses': 403, '/broken': 500 };
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  if (request.url === '/get-only') response.writeHead(request.method === 'GET' ? 200 : 405).end();
  else response.writeHead(statuses[request.url ?? ''] ?? 404).end();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const isAddress = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;
const address = server.address();
const base = `http://127.0.0.1:${isAddress(address) ? address.port : 0}`;
const folder = folderOfFile();
afterAll(async () => {
  server.close();
});

const dayMs = 86_400_000;

async function check(paths: readonly string[], options: { cache: string; now: number }): Promise<string[]> {
  const found: string[] = [];
  const links = paths.map((path, at) => ({
    url: path.startsWith('http') ? path : `${base}${path}`,
    at,
    report: (rule: string, place: number, message: string) =>
      void found.push(`${place} ${rule} ${message.replace(base, '')}`),
  }));
  await checkExternalLinks(links, { cachePath: join(folder, options.cache), now: options.now });
  return found;
}

test('each URL is requested once, and every link to a broken one is reported', async () => {
  asked.length = 0;
  const found = await check(['/fine', '/gone#a', '/gone#b', '/refuses', '/broken', '/get-only'], {
    cache: 'a/links.json',
    now: 0,
  });
  expect(found).toEqual([
    '1 link-external /gone#a answers 404',
    '2 link-external /gone#b answers 404',
    '4 link-external /broken answers 500',
  ]);
  expect(asked.filter((line) => line === 'HEAD /gone')).toHaveLength(1);
  expect(asked).toContain('GET /get-only');
});

test('a URL without a server is reported', async () => {
  expect(await check(['http://127.0.0.1:1/x'], { cache: 'b.json', now: 0 })).toEqual([
    '0 link-external http://127.0.0.1:1/x cannot be reached',
  ]);
});

test('what answered is remembered for a week, what failed is asked again', async () => {
  await check(['/fine', '/gone'], { cache: 'c.json', now: 0 });
  asked.length = 0;
  await check(['/fine', '/gone'], { cache: 'c.json', now: 6 * dayMs });
  expect(asked).toEqual(['HEAD /gone', 'GET /gone']);
  asked.length = 0;
  await check(['/fine'], { cache: 'c.json', now: 8 * dayMs });
  expect(asked).toEqual(['HEAD /fine']);
  expect(Object.keys(JSON.parse(await readFile(join(folder, 'c.json'), 'utf8')))).toEqual([`${base}/fine`]);
});
