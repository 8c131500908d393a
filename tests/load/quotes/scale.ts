import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createQuoteIndexes } from '../../../src/build/quote-indexes.ts';
import { anonymous } from '../../../src/core/access/caller.ts';
import { createCatalogue } from '../../../src/core/articles.ts';
import { verifyQuote } from '../../../src/core/evidence/verify-quote.ts';
import { sha256 } from '../../../src/library/digest.ts';
import { openFileReader } from '../../../src/library/file-reader.ts';
import { toBytes } from '../../../src/search/index-file.ts';
import { listRuns, openQuoteIndex } from '../../../src/search/quote-index.ts';
import { splitIntoFiles } from '../../../src/search/segment.ts';
import { createMemoryStore } from '../../../src/store/memory-store.ts';
import { makeArticle } from '../../support/library.ts';
import { createTestServices } from '../../support/services.ts';
import { writeArticle } from '../generate-articles.ts';
import { makeQuotes } from './make-quotes.ts';

/** Checks 1,000 quotes against so many made-up articles of 1,100 words. @returns CPU milliseconds of one quote */
export async function measureScale(count: number): Promise<{ cpuMs: number; indexMb: number }> {
  const now = () => Date.UTC(2026, 10, 20);
  const articles = Array.from({ length: count }, (_, number) => {
    const article = makeArticle({ slug: `article-${number}` });
    const markdown = writeArticle(number).split('---\n').at(-1) ?? '';
    return { ...article, body: { ...article.body, markdown, html: '' } };
  });
  const folder = await mkdtemp(join(tmpdir(), 'quire-quotes-'));
  const indexes = createQuoteIndexes(folder, { earlier: undefined });
  const none = { paidRuns: Buffer.alloc(0), paidRunsDigest: '' };
  for (const { slug, body } of articles) {
    const runs = Buffer.from(toBytes(listRuns(body.markdown)));
    indexes.addArticle(slug, { runs, runsDigest: sha256(runs), ...none });
  }
  const { open } = await indexes.write(splitIntoFiles(articles).map((file) => file.flat().map(({ slug }) => slug)));
  const files = open.map((name) => openFileReader(join(folder, name)));
  const services = createTestServices({ store: createMemoryStore(now), now });
  const publicIndex = openQuoteIndex(files.map(({ read }) => read));
  const many = {
    ...services,
    library: { ...services.library, articles },
    catalogue: createCatalogue({ articles, withdrawn: [] }, now),
    quotes: { public: publicIndex, paid: publicIndex },
  };
  const texts = articles.map(({ slug, body }) => ({
    ...{ slug, version: '1.0', isNewest: true, markdown: body.markdown },
    sections: ['beginning'],
  }));
  const claims = makeQuotes(texts.slice(0, 500), 1_000).filter(({ kind }) => kind !== 'wrong section');
  const before = process.cpuUsage();
  for (const { claim } of claims) await verifyQuote(many, { quote: claim.quote }, anonymous);
  const { user, system } = process.cpuUsage(before);
  for (const { close } of files) close();
  await rm(folder, { recursive: true });
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return { cpuMs: (user + system) / 1_000 / claims.length, indexMb: bytes / 1e6 };
}
