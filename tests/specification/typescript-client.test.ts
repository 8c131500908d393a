import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { generateTypes } from '../../clients/typescript/generate.ts';
import { createClient } from '../../clients/typescript/src/client.ts';
import { createWallet } from '../conformance/x402-wallet.ts';
import { baseUrl, newKey, slugsByTier } from '../support/client.ts';

const collect = async <Item>(items: AsyncIterable<Item>) => {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
};

describe('the TypeScript client', () => {
  it('has the types of the contract', async () => {
    const written = readFileSync('clients/typescript/src/contract.ts', 'utf8');
    expect(written, 'run npm run generate in clients/typescript').toBe(await generateTypes());
  });

  it('pages through the whole list', async () => {
    const { free, paid } = await slugsByTier();
    const listed = await collect(createClient({ baseUrl }).list({ per_page: 2 }));
    expect(listed.map(({ slug }) => slug).toSorted()).toEqual([...free, ...paid].toSorted());
  });

  it('pays within its limit and not above, and verifies the receipt with its text', async () => {
    const [slug = ''] = (await slugsByTier()).paid;
    const signer = createWallet();
    const thrifty = createClient({ baseUrl, wallet: { signer, maxPrice: 0.01 } });
    await expect(thrifty.read(slug)).rejects.toMatchObject({ status: 402, code: 'payment_required' });
    const client = createClient({ baseUrl, wallet: { signer, maxPrice: 0.1 } });
    const article = await client.read(slug);
    expect(article.access_level).toBe('purchase');
    const receipt = article.receipt ?? '';
    expect(await client.verifyReceipt(receipt, article.markdown)).toMatchObject({ slug, iss: baseUrl });
    await expect(client.verifyReceipt(receipt, `${article.markdown}!`)).rejects.toThrow('another text');
    const [header, payload = '', signature] = receipt.split('.');
    const changed = `${payload.slice(0, -4)}${payload.at(-4) === 'A' ? 'B' : 'A'}${payload.slice(-3)}`;
    await expect(client.verifyReceipt([header, changed, signature].join('.'))).rejects.toThrow('was changed');
  });

  it('reads with a key, and finds the quotes that an article has', async () => {
    const { free, paid } = await slugsByTier();
    const client = createClient({ baseUrl, key: await newKey() });
    expect((await client.read(paid[0] ?? '')).access_level).toBe('subscriber');
    const { markdown = '' } = await client.read(free[0] ?? '');
    const [quote = ''] = /[A-Z][\w ,]{40,120}\./.exec(markdown) ?? [];
    const [found, absent] = await client.verifyQuotes([{ quote }, { quote: 'Nothing here has these words, I think.' }]);
    expect([found?.status, absent?.status]).toEqual(['exact', 'absent']);
    await expect(client.read('no-such-article')).rejects.toMatchObject({ status: 404, code: 'article_not_found' });
  });

  it('follows changes to the end and returns where to continue', async () => {
    const client = createClient({ baseUrl });
    const changes = client.changes();
    let cursor = '';
    let count = 0;
    for (let next = await changes.next(); ; next = await changes.next()) {
      if (next.done) {
        cursor = next.value;
        break;
      }
      count += 1;
    }
    expect(count).toBeGreaterThan(3);
    expect(await collect(client.changes(cursor))).toEqual([]);
  });

  it('is packed with its types and without a dependency', () => {
    const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--silent'], {
      cwd: 'clients/typescript',
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [packed] = z
      .array(z.object({ files: z.array(z.object({ path: z.string() })) }))
      .parse(JSON.parse(output.slice(output.indexOf('['))));
    const paths = packed?.files.map(({ path }) => path) ?? [];
    expect(paths).toEqual(expect.arrayContaining(['README.md', 'dist/client.js', 'dist/client.d.ts', 'package.json']));
    expect(paths.filter((path) => path.startsWith('src'))).toEqual([]);
    expect(JSON.parse(readFileSync('clients/typescript/package.json', 'utf8'))).not.toHaveProperty('dependencies');
  });
});
