import { rename, writeFile } from 'node:fs/promises';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Article } from '../../src/contract/schemas-articles.ts';
import { StandingResponse } from '../../src/contract/schemas-evidence.ts';
import { encodeHeader } from '../../src/protocols/x402/header.ts';
import { createWallet, signPayment } from '../conformance/x402-wallet.ts';
import { baseUrl } from '../support/client.ts';
import { readProgram, runProgram } from '../support/documented-programs.ts';
import { folderOfFile } from '../support/folders.ts';
import { openReleasingService, type ReleasingService } from '../support/releasing.ts';

/**
 * Corrections, renames and withdrawals, in turns, each followed by a release: six in `npm test`, fifty for the
 * acceptance.
 */
const changes = Number(process.env.CITATION_CHANGES ?? 6);
const kinds = ['correction', 'rename', 'withdrawal'] as const;
const today = new Date().toISOString().slice(0, 10);

interface Written {
  slug: string;
  former: string[];
  tier: 'free' | 'paid';
  edition: number;
  isRetracted: boolean;
}

/** A citation that was handed out, and the words it was for. */
interface Issued {
  kind: 'BibTeX' | 'RIS' | 'CSL' | 'JSON' | 'MCP' | 'receipt';
  citation: string;
  about: Written;
  edition: number;
  digest: string;
}

const sentence = ({ slug, former }: Pick<Written, 'slug' | 'former'>, edition: number) =>
  `Edition ${edition} of ${former[0] ?? slug} has this sentence and no other edition does.`;

function writeMarkdown(article: Written): string {
  const { slug, former, tier, edition, isRetracted } = article;
  return [
    '---',
    `title: What ${slug} says`,
    `description: An article of the test of citations, in its edition ${edition}.`,
    `tier: ${tier}`,
    'date: 2026-01-02',
    'authors: [ada]',
    'tags: [testing]',
    'license: CC-BY-4.0',
    `version: "1.${edition}"`,
    ...(former.length > 0 ? [`id: ${former[0]}`, `aliases: [${former.join(', ')}]`] : []),
    ...(edition > 0 ? ['corrections:', `  - { date: ${today}, text: "Edition ${edition - 1} was wrong." }`] : []),
    ...(isRetracted ? [`retracted: { date: ${today}, reason: "Its data were lost." }`] : []),
    '---',
    '',
    'These first words are public in every edition of it.',
    ...(tier === 'paid' ? ['', '<!-- more -->'] : []),
    '',
    '## What changes',
    '',
    sentence(article, edition),
    '',
    '## What stays',
    '',
    `This section of ${former[0] ?? slug} reads the same in each edition.`,
    '',
  ].join('\n');
}

let service: ReleasingService;
let key = '';
const articles: Written[] = Array.from({ length: Math.ceil(changes / 3) + 2 }, (_, number) => ({
  slug: `study-${number}`,
  former: [],
  tier: number % 2 ? 'paid' : 'free',
  edition: 0,
  isRetracted: false,
}));
const issued: Issued[] = [];
const counts = { correction: 0, rename: 0, withdrawal: 0 };

const ask = (path: string, init: RequestInit = {}) =>
  fetch(service.base() + path, { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } });
const post = (path: string, body: unknown) =>
  ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const write = (article: Written) => writeFile(service.articlePath(article.slug), writeMarkdown(article));

/** Takes every citation of the present edition, each from where its readers get it. */
async function cite(article: Written): Promise<void> {
  const { slug, tier, edition } = article;
  const path = `/api/v1/articles/${slug}`;
  const read = async (suffix: string) => (await ask(`/articles/${slug}${suffix}`)).text();
  const json = Article.parse(await (await ask(path)).json());
  const digest = json.content_digest ?? '';
  const payment = encodeHeader(await signPayment(createWallet(), 2));
  const headers: Record<string, string> =
    tier === 'paid' ? { 'payment-signature': payment, authorization: '' } : { prefer: 'receipt' };
  const { receipt = '' } = Article.parse(await (await ask(path, { headers })).json());
  const params = { name: 'fetch', arguments: { id: slug } };
  const rpc = await (await post('/mcp/connector', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })).json();
  const [annotation] = rpc.result._meta.citations;
  const citations = {
    BibTeX: await read('.bib'),
    RIS: await read('.ris'),
    CSL: await read('.csl.json'),
    JSON: json.version_url ?? '',
    MCP: JSON.stringify(annotation),
    receipt,
  };
  for (const kind of Object.keys(citations) as (keyof typeof citations)[])
    issued.push({ kind, citation: citations[kind], about: article, edition, digest });
}

/** Makes the change whose turn it is. @returns the article with it */
async function change(number: number): Promise<Written> {
  const kind = kinds[number % 3] ?? 'correction';
  const sound = articles.filter(({ isRetracted }) => !isRetracted);
  const article = sound[kind === 'withdrawal' ? 0 : number % sound.length];
  if (!article) throw new Error('Every article is withdrawn.');
  counts[kind] += 1;
  if (kind === 'correction') article.edition += 1;
  if (kind === 'withdrawal') article.isRetracted = true;
  if (kind === 'rename') {
    const before = service.articlePath(article.slug);
    article.former.push(article.slug);
    article.slug = `study-renamed-${number}`;
    await rename(before, service.articlePath(article.slug));
  }
  await write(article);
  return article;
}

beforeAll(
  async () => {
    service = await openReleasingService(folderOfFile(), baseUrl);
    for (const article of articles) await write(article);
    await service.release('The first editions');
    ({ api_key: key } = await (await fetch(`${service.base()}/api/v1/agent/subscribe`, { method: 'POST' })).json());
    for (const article of articles) await cite(article);
    for (let number = 0; number < changes; number += 1) {
      if (number === Math.floor(changes / 2)) service.move();
      const changed = await change(number);
      await service.release(`Change ${number}`);
      await cite(changed);
    }
    process.stdout.write(`${changes} changes ${JSON.stringify(counts)}, a move, ${issued.length} citations issued\n`);
  },
  120_000 + changes * 60_000,
);

afterAll(() => service?.close());

/** The URL in a citation, at the present host: a publication that moves redirects its former one. */
function pathIn({ citation, kind }: Issued): string {
  const [, path = ''] = /https?:\/\/[^/"\s]+(\/articles\/[^"}\s#]+)/.exec(citation.replaceAll('\\', '')) ?? [];
  if (path === '') throw new Error(`No URL is in the ${kind} citation ${citation}`);
  return path;
}

it('every citation that was ever issued returns the cited words, and no other edition of them', async () => {
  for (const one of issued) {
    const words = sentence(one.about, one.edition);
    const label = `${one.kind} of ${words}`;
    if (one.kind === 'receipt') {
      const text = Article.parse(await (await post('/api/v1/receipts/redeem', { receipt: one.citation })).json());
      expect(text.markdown, label).toContain(words);
      expect([text.content_digest, decodeJwt(one.citation).content_digest], label).toEqual([one.digest, one.digest]);
      expect(text.standing, label).toBe(standingOf(one));
      continue;
    }
    for (const ending of ['', '.md']) {
      const response = await ask(pathIn(one) + ending);
      const text = await response.text();
      expect([response.status, text.includes(words)], `${label} at ${pathIn(one)}${ending}`).toEqual([200, true]);
      expect(text.match(/Edition \d+ of \S+ has this/g), label).toHaveLength(1);
      const status = standingOf(one);
      const workStatus = status === 'withdrawn' ? 'Retracted' : `${status[0]?.toUpperCase()}${status.slice(1)}`;
      const stated =
        ending === '.md'
          ? `> **This text is ${status}`
          : `"creativeWorkStatus":"${workStatus.replace('Current', 'Published')}"`;
      expect(text, label).toContain(stated);
    }
  }
});

it('no caller without a right reads the words of a paid citation', async () => {
  for (const one of issued.filter(({ about, kind }) => about.tier === 'paid' && kind !== 'receipt')) {
    const [path, version] = [pathIn(one), pathIn(one).split('/').at(-1)];
    const anonymous = { headers: { authorization: '' } };
    const compared = `${path.replace('/versions/', '/compare/')}...1.${one.about.edition}`;
    const api = `/api/v1/articles/${one.about.slug}?version=${version}`;
    for (const at of [path, `${path}.md`, compared, api, `${api}&section=what-changes`]) {
      expect(await (await ask(at, anonymous)).text(), at).not.toMatch(/Edition \d+ of \S+ has this/);
    }
  }
});

/** How the text of a citation stands after all changes. */
function standingOf({ about, edition }: Issued): string {
  if (about.isRetracted) return 'withdrawn';
  return edition < about.edition || about.edition > 0 ? 'corrected' : 'current';
}

it('every one states its standing, and what to cite instead of an earlier edition', async () => {
  const cited = issued.filter(({ kind }) => kind !== 'receipt');
  for (let at = 0; at < cited.length; at += 100) {
    const some = cited.slice(at, at + 100);
    const response = await post('/api/v1/standing', { citations: some.map(({ citation }) => citation) });
    const { data } = StandingResponse.parse(await response.json());
    for (const [index, one] of some.entries()) {
      const isEarlier = one.edition < one.about.edition && !one.about.isRetracted;
      expect(data[index], `${one.kind} ${one.citation}`).toMatchObject({
        slug: one.about.slug,
        version: `1.${one.edition}`,
        standing: standingOf(one),
        ...(isEarlier && { cite_instead: expect.stringMatching(`/versions/1\\.${one.about.edition}$`) }),
      });
    }
  }
});

it('the program of the documentation computes each of their digests again', async () => {
  const urls = issued
    .filter(({ kind }) => kind === 'JSON')
    .map(({ about, edition }) => `${service.base()}/api/v1/articles/${about.slug}?version=1.${edition}`);
  const program = await readProgram('Digests');
  const { code, output } = await runProgram(program, [...new Set(urls)], { API_KEY: key });
  expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
  expect(output.match(/^ok text /gm)).toHaveLength(new Set(urls).size);
});
