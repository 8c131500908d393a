import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { Article } from '../../src/contract/schemas-articles.ts';
import { ErrorBody, PaymentError } from '../../src/contract/schemas-errors.ts';
import { Pricing, PricingTier } from '../../src/contract/schemas-payment.ts';
import { ask, askJson, baseUrl, bearer, client, newKey, postJson } from '../support/client.ts';

/** What docs/contract.md says of the values of fields, in the answers of the service. */

const content = join(process.env.PUBLICATION_DIR ?? '', 'content');
let articles: z.infer<typeof Article>[];

beforeAll(async () => {
  const { headers } = bearer(await newKey());
  const { data } = await client.call('listArticles', { query: { per_page: 100 } });
  articles = await Promise.all(data.map(({ slug }) => askJson(`/api/v1/articles/${slug}`, Article, { headers })));
});

describe('an article', () => {
  it('has the id of its front matter, or else its slug', () => {
    for (const { id, slug } of articles) {
      const written = /^id: (.+)$/m.exec(readFileSync(join(content, 'articles', `${slug}.md`), 'utf8'))?.[1];
      expect(id).toBe(written ?? slug);
    }
  });

  it('has the markdown of its author without front matter, and the digest of just that', () => {
    for (const { slug, markdown = '', content_digest } of articles) {
      const [, , ...below] = readFileSync(join(content, 'articles', `${slug}.md`), 'utf8').split(/^---\n/m);
      const firstWords = below.join('---\n').trim().slice(0, 20);
      expect(markdown.trim().slice(0, 20)).toBe(firstWords);
      expect(content_digest).toBe(`sha256:${createHash('sha256').update(markdown).digest('hex')}`);
    }
  });

  it('has links within the publication as paths, without the host', () => {
    const texts = articles.map(({ markdown = '' }) => markdown);
    expect(texts.filter((markdown) => markdown.includes(`](${baseUrl}/`))).toEqual([]);
    expect(texts.some((markdown) => markdown.includes('](/figures/'))).toBe(true);
  });

  it('has additive members that OpenAPI describes', async () => {
    const Described = z.looseObject({ properties: z.record(z.string(), z.unknown()) });
    const { components } = await askJson(
      '/openapi.json',
      z.looseObject({ components: z.looseObject({ schemas: z.looseObject({ Article: Described }) }) }),
    );
    const described = Object.keys(components.schemas.Article.properties);
    const additive =
      'authors tags updated words reading_minutes license citation content_digest outline corrections version standing series artifacts questions';
    expect(described).toEqual(expect.arrayContaining(additive.split(' ')));
    const sent = new Set(articles.flatMap((article) => Object.keys(article)));
    for (const name of additive.split(' ')) expect([name, sent.has(name)]).toEqual([name, true]);
    expect([...sent].filter((name) => !described.includes(name))).toEqual([]);
    for (const { citation } of articles) {
      expect(citation?.bibtex).toMatch(/^@/);
      expect(citation?.csl).toMatchObject({ title: expect.any(String) });
    }
  });

  it('has a summary with a few of them at most, and says there that it is withdrawn only when it is', async () => {
    const { data } = await client.call('listArticles', { query: { per_page: 100 } });
    const named = 'id slug title tier date url description tags updated words authors retracted'.split(' ');
    const Summaries = z.object({ data: z.array(z.record(z.string(), z.unknown())) });
    const sent = await askJson('/api/v1/articles?per_page=100', Summaries);
    for (const summary of sent.data) expect(named).toEqual(expect.arrayContaining(Object.keys(summary)));
    for (const { slug, retracted, authors } of data) {
      const isWithdrawn = articles.find((article) => article.slug === slug)?.retracted !== undefined;
      expect(retracted).toBe(isWithdrawn ? true : undefined);
      for (const author of authors ?? []) expect(author).toEqual(expect.any(String));
    }
  });

  it('says in its 402 what a purchase returns and its public record: version, corrections, citation and the like', async () => {
    const bought = articles.filter(({ tier }) => tier === 'paid');
    expect(bought.length).toBeGreaterThan(1);
    for (const opened of bought) {
      const { slug, words, markdown = '', outline } = opened;
      const { payment, article } = await askJson(`/api/v1/articles/${slug}`, PaymentError);
      expect(payment).toMatchObject({ required: true, currency: expect.stringMatching(/^[A-Z]{3}$/) });
      // A digest of a section that is not free would let anyone test a guess at its words.
      const isPublic = outline?.map(({ digest, ...entry }) => ({
        ...entry,
        digest: entry.is_free ? digest : undefined,
      }));
      expect(article?.words).toBe(words);
      expect(article?.outline).toEqual(isPublic);
      const names = [
        'version',
        'updated',
        'date',
        'authors',
        'corrections',
        'retracted',
        'standing',
        'license',
        'citation',
      ];
      const record = names.flatMap((name) => (name in opened ? [[name, Object(opened)[name]]] : []));
      expect(article).toMatchObject(Object.fromEntries(record));
      expect(article?.preview_markdown.length).toBeLessThan(markdown.length);
      expect(markdown.startsWith(article?.preview_markdown.slice(0, 60) ?? '-')).toBe(true);
    }
  });
});

describe('a price', () => {
  it('stands in one file of the owner, with one of four periods', async () => {
    const { tiers } = await askJson('/api/v1/pricing', Pricing);
    expect(tiers).toEqual(parse(readFileSync(join(content, 'plans.yaml'), 'utf8')).tiers);
    const periods = ['forever', 'month', 'year', 'article'];
    for (const { period } of tiers) expect(periods).toContain(period);
    expect(PricingTier.shape.period.options).toEqual(periods);
  });
});

describe('a plan', () => {
  it('is any text of up to 64 characters', async () => {
    for (const plan of ['p', 'x'.repeat(64), 'ünï çødé ✓'])
      expect([plan, (await postJson('/api/v1/agent/subscribe', { plan })).status]).toEqual([plan, 200]);
    for (const plan of ['x'.repeat(65), '', ' ', '\t\u00a0']) {
      const refused = await postJson('/api/v1/agent/subscribe', { plan });
      const { code } = ErrorBody.parse(await refused.json()).error;
      expect([plan, refused.status, code]).toEqual([plan, 400, 'invalid_request']);
    }
  });
});

describe('the answer to a question', () => {
  const readSummary = async (query: string) =>
    (await ask(`/ask?mode=summarize&query=${encodeURIComponent(query)}`)).json();

  it('is that nothing answers, where nothing does, rather than the words of a stranger', async () => {
    const { results, summary } = await readSummary('zzyqx wvuttk frobnicate');
    expect(results).toEqual([]);
    expect(summary).toMatch(/nothing|no article/i);
    expect(summary).not.toContain('[1]');
  });

  it('scores lower when a word that nothing knows is added to the question', async () => {
    const scoreOf = async (query: string) => (await readSummary(query)).results[0]?.score ?? 0;
    const plain = await scoreOf('idempotency keys');
    expect(plain).toBeGreaterThan(0);
    expect(await scoreOf('idempotency keys zzyqx')).toBeLessThan(plain);
  });
});
