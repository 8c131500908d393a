import { spawnSync } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compactVerify, createLocalJWKSet, decodeJwt, decodeProtectedHeader, exportSPKI } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { Article } from '../../src/contract/schemas-articles.ts';
import { PaymentError } from '../../src/contract/schemas-errors.ts';
import { StandingResponse, VerifyResponse } from '../../src/contract/schemas-evidence.ts';
import { McpResponse } from '../../src/contract/schemas-mcp.ts';
import { decodeHeader, encodeHeader } from '../../src/protocols/x402/header.ts';
import { createWallet, signPayment } from '../conformance/x402-wallet.ts';
import { ask, askJson, baseUrl, bearer, newKey, postJson, slugsByTier } from '../support/client.ts';
import { readProgram, runProgram } from '../support/documented-programs.ts';
import { isInstalled } from '../support/programs.ts';

const pathOf = (slug: string) => `${baseUrl}/api/v1/articles/${slug}`;
let key: string;
let slugs: Awaited<ReturnType<typeof slugsByTier>>;

beforeAll(async () => {
  [key, slugs] = await Promise.all([newKey(), slugsByTier()]);
});

describe('the recipe of digests', async () => {
  const program = await readProgram('Digests');

  it('fits into forty lines', () => {
    expect(program.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(40);
  });

  it('computes every digest of every article and section again, without a line of our code', async () => {
    const { code, output } = await runProgram(program, [...slugs.free, ...slugs.paid].map(pathOf), { API_KEY: key });
    expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
    expect(output.match(/^ok section /gm)?.length).toBeGreaterThan(40);
  });

  it('notices one changed character', async () => {
    const changed = program.replace("article['markdown'])", "article['markdown'] + ' ')");
    expect(await runProgram(changed, slugs.free.slice(0, 1).map(pathOf))).toMatchObject({ code: 1 });
  });
});

describe('a quote', () => {
  const verify = async (quotes: unknown, headers = {}) => postJson('/api/v1/verify', { quotes }, headers);
  const sentenceOf = (markdown = '') => /^[A-Z][^*_`[\]\n]{60,}?[.]/m.exec(markdown)?.[0] ?? '';

  it('is found with its place, its digests and its standing', async () => {
    const article = await askJson(`/api/v1/articles/${slugs.free[0]}`, Article);
    const quote = sentenceOf(article.markdown);
    const wrong = quote.replace(/\w+\.$/, 'walruses.');
    const { data } = VerifyResponse.parse(
      await (await verify([{ quote }, { quote: wrong }, { quote: 'None.' }])).json(),
    );
    const place = { slug: article.slug, title: article.title, content_digest: article.content_digest };
    expect(data).toMatchObject([
      { ...place, status: 'exact', selectors: [{ exact: quote }, { type: 'TextPositionSelector' }] },
      { ...place, status: 'altered', true_text: expect.any(String), standing: article.standing },
      { status: 'absent' },
    ]);
    expect(data[0]?.url).toMatch(/\/versions\/[^#]+#.*:~:text=/);
    expect(data[0]?.section_digest).toBe(article.outline?.find(({ id }) => id === data[0]?.section)?.digest);
  });

  it('takes 1 to 20 quotes of at most 2,000 characters, without a key', async () => {
    expect((await verify(Array.from({ length: 20 }, () => ({ quote: 'a'.repeat(2_000) })))).status).toBe(200);
    for (const quotes of [
      [],
      Array.from({ length: 21 }, () => ({ quote: 'a' })),
      [{ quote: 'a'.repeat(2_001) }],
      [{}],
    ]) {
      expect((await verify(quotes)).status).toBe(400);
    }
  });

  it('gives the same bytes for a right and a wrong guess at paid words', async () => {
    const [slug = ''] = slugs.paid;
    const { markdown = '' } = await askJson(`/api/v1/articles/${slug}`, Article, bearer(key));
    const preview = await (await ask(`/articles/${slug}.md`)).text();
    const hidden = markdown
      .split('\n\n')
      .find((block) => /^[A-Z]/.test(block) && !preview.includes(block.slice(0, 40)));
    const guesses = [hidden?.slice(0, 300), hidden?.slice(0, 300).replace(' the ', ' her ')];
    const [right, wrong] = await Promise.all(guesses.map(async (quote) => (await verify([{ quote, slug }])).text()));
    expect(right).toBe(wrong);
    expect(await (await verify([{ quote: guesses[0] }], bearer(key).headers)).json()).toMatchObject({
      data: [{ status: 'exact', slug }],
    });
    expect((await verify([{ quote: guesses[0] }], { authorization: 'Bearer of_nothing' })).status).toBe(401);
  });
});

describe('the standing', () => {
  it('takes 1 to 100 citations, and keeps their order', async () => {
    const check = (citations: unknown) => postJson('/api/v1/standing', { citations });
    const citations = [...slugs.free.map((slug) => `${baseUrl}/articles/${slug}`), '10.9999/another-work'];
    const { data } = StandingResponse.parse(await (await check(citations)).json());
    expect(data.map(({ citation }) => citation)).toEqual(citations);
    expect(data.map(({ slug }) => slug)).toEqual([...slugs.free, undefined]);
    expect(data.at(-1)?.standing).toBe('unknown');
    for (const wrong of [[], Array.from({ length: 101 }, () => 'x'), 'x'])
      expect((await check(wrong)).status).toBe(400);
  });

  it('is in every representation of a corrected article', async () => {
    const articles = await Promise.all(slugs.free.map((slug) => askJson(`/api/v1/articles/${slug}`, Article)));
    const corrected = articles.find(({ standing }) => standing === 'corrected');
    if (!corrected) throw new Error('No free article was corrected.');
    const { slug, standing_since: since } = corrected;
    const at = `/articles/${slug}`;
    expect(JSON.stringify(corrected.citation?.csl)).toContain(`Corrected ${since}`);
    for (const path of [`${at}.bib`, `${at}.ris`, '/feed.xml', '/feed.json']) {
      expect(await (await ask(path)).text(), path).toContain(`Corrected ${since}`);
    }
    expect(await (await ask(at)).text()).toContain('"creativeWorkStatus":"Corrected"');
    expect(await (await ask('/api/v1/changes?limit=1000')).text()).toContain(`"standing_since":"${since}"`);
  });
});

/** Debian's package is for its own Python. */
const debianPython = '/usr/bin/python3';
const hasJwcrypto = spawnSync(debianPython, ['-c', 'import jwcrypto']).status === 0;

describe('a receipt', () => {
  let receipt = '';
  let bought: z.infer<typeof Article>;

  const redeem = (text: string) => postJson('/api/v1/receipts/redeem', { receipt: text });
  const readKeys = async () => createLocalJWKSet(JSON.parse(await (await ask('/agent/auth/jwks.json')).text()));

  beforeAll(async () => {
    const payment = encodeHeader(await signPayment(createWallet(), 2));
    const response = await ask(`/api/v1/articles/${slugs.paid[0]}`, { headers: { 'payment-signature': payment } });
    bought = Article.parse(await response.json());
    receipt = bought.receipt ?? '';
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\r\n');
    expect(headers.length).toBeLessThan(3_500);
    expect(decodeHeader(response.headers.get('payment-response') ?? '')).toMatchObject({
      value: {
        extensions: { 'offer-receipt': { info: { version: 1, receipt: { format: 'jws', signature: receipt } } } },
      },
    });
  });

  it('comes with a purchase and with a keyed read that asks for one', async () => {
    expect(decodeJwt(receipt)).toMatchObject({ price: 0.05, currency: 'USD', payer: expect.stringMatching(/^0x/) });
    const path = `/api/v1/articles/${slugs.free[0]}`;
    const headers = { prefer: 'receipt', ...bearer(key).headers };
    const read = await ask(path, { headers });
    expect(read.headers.get('preference-applied')).toBe('receipt');
    expect(decodeJwt(Article.parse(await read.json()).receipt ?? '')).toMatchObject({ slug: slugs.free[0] });
    expect(await askJson(path, Article, { headers: { prefer: 'receipt' } })).not.toHaveProperty('receipt');
    expect(await askJson(path, Article, bearer(key))).not.toHaveProperty('receipt');
  });

  it('is redeemed for the same text', async () => {
    const text = Article.parse(await (await redeem(receipt)).json());
    const unsigned = (markdown = '') => markdown.replaceAll(/\?expires=\d+&signature=\w+/g, '');
    expect(unsigned(text.markdown)).toBe(unsigned(bought.markdown));
    expect(text.content_digest).toBe(decodeJwt(receipt).content_digest);
    const changed = [...receipt].with(-20, receipt.at(-20) === 'A' ? 'B' : 'A').join('');
    expect([(await redeem(changed)).status, (await redeem('none')).status]).toEqual([400, 400]);
  });

  it.for(['jose', 'openssl', 'jwcrypto', 'the program'])('is verified by %s', async (verifier, { skip }) => {
    skip(verifier === 'jwcrypto' && !hasJwcrypto, 'python3-jwcrypto is not installed');
    skip(verifier === 'openssl' && !isInstalled('openssl'), 'openssl is not installed');
    const [header = '', payload = '', signature = ''] = receipt.split('.');
    if (verifier === 'jose') {
      const { protectedHeader } = await compactVerify(receipt, await readKeys());
      expect(protectedHeader.typ).toBe('receipt+jws');
    }
    if (verifier === 'the program') {
      const program = await readProgram('Verify one');
      expect(program.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(50);
      expect(await runProgram(program, [receipt])).toMatchObject({ code: 0, output: expect.stringMatching(/^ok /) });
      expect((await runProgram(program, [`${header}.${payload.slice(0, -2)}AA.${signature}`])).code).toBe(1);
    }
    if (verifier === 'jwcrypto') {
      const program = [
        'import sys, urllib.request',
        'from jwcrypto import jwk, jws',
        `keys = jwk.JWKSet.from_json(urllib.request.urlopen('${baseUrl}/agent/auth/jwks.json').read().decode())`,
        'token = jws.JWS()',
        'token.deserialize(sys.argv[1])',
        "token.verify(keys.get_key(token.jose_header['kid']))",
      ].join('\n');
      expect(await runProgram(program, [receipt], {}, debianPython)).toEqual({ code: 0, output: '' });
    }
    if (verifier === 'openssl') {
      const folder = await mkdtemp(join(tmpdir(), 'quire-receipt-'));
      const jwk = await (await readKeys())(decodeProtectedHeader(receipt));
      await writeFile(join(folder, 'key.pem'), await exportSPKI(jwk));
      await writeFile(join(folder, 'signature'), Buffer.from(signature, 'base64url'));
      await writeFile(join(folder, 'signed'), `${header}.${payload}`);
      const args = ['dgst', '-sha256', '-verify', 'key.pem', '-signature', 'signature', 'signed'];
      expect(spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' }).stdout).toBe('Verified OK\n');
    }
  });
});

it('publishes no digest of a section that its caller may not read', async () => {
  for (const slug of slugs.paid) {
    const { article } = await askJson(`/api/v1/articles/${slug}`, PaymentError);
    const outline = article?.outline ?? [];
    expect(outline.some(({ is_free }) => !is_free)).toBe(true);
    expect(outline.filter(({ is_free, digest }) => !is_free && digest !== undefined)).toEqual([]);
  }
});

describe('a published text', () => {
  it('is returned by its name over REST, as a page, as Markdown and by the tool server', async () => {
    for (const slug of slugs.free) {
      const article = await askJson(`/api/v1/articles/${slug}`, Article);
      expect(article.version_url).toBe(article.versions?.at(-1)?.url);
      for (const { version, url } of article.versions ?? []) {
        const text = await askJson(`/api/v1/articles/${slug}?version=${version}`, Article);
        expect([slug, text.version_url, text.standing]).toEqual([slug, url, expect.any(String)]);
        expect((await ask(new URL(url).pathname)).status).toBe(200);
        expect(await (await ask(`${new URL(url).pathname}.md`)).text()).toContain('> **This text is ');
        for (const args of [{ slug, version }, { slug: url }]) {
          const params = { name: 'get_article', arguments: args };
          const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
          const { result } = McpResponse.parse(await (await postJson('/mcp', message)).json());
          expect(result?.structuredContent).toMatchObject({ content_digest: text.content_digest, version_url: url });
          expect(JSON.stringify(result?.content)).toContain(`Standing: ${text.standing}`);
        }
      }
    }
  });

  it('is named by every citation of its article', async () => {
    for (const slug of [...slugs.free, ...slugs.paid]) {
      const page = await (await ask(`/articles/${slug}.bib`)).text();
      const [, url = ''] = /url = \{(.*)\}/.exec(page) ?? [];
      expect(url).toMatch(new RegExp(`^${baseUrl}/articles/${slug}/versions/[^/]+$`));
      expect(page).toMatch(/urldate = \{\d{4}-\d\d-\d\d\}/);
      expect(await (await ask(`/articles/${slug}.ris`)).text()).toContain(`UR  - ${url}`);
      expect(await (await ask(`/articles/${slug}.csl.json`)).text()).toContain(url);
      expect((await ask(new URL(url).pathname)).status).toBe(200);
    }
  });

  it('has links to the newest text and the one before it (RFC 5829)', async () => {
    const response = await ask(`/api/v1/articles/${slugs.free[0]}`);
    expect(response.headers.get('link')).toMatch(/<[^>]+\/versions\/[^>]+>; rel="(?:cite-as )?latest-version"/);
  });
});
