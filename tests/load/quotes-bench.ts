/**
 * `npm run bench:quotes`: checks 1,000 quotes of seven kinds, taken from every version of every free article of the
 * build in `release/`, and prints the confusion matrix; then 200 guesses at paid text by a caller without a right, half
 * of them right, which must get the same bytes in the same time. Build with the same PORT before. Exits with 1 when a
 * figure is not reached.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../support/api-client.ts';
import { confuse, type Expected, makeQuotes, type PublishedText, splitSentences } from './quotes/make-quotes.ts';
import { measureScale } from './quotes/scale.ts';
import { welchT } from './quotes/welch.ts';
import { quantile, startService } from './serve-process.ts';

const port = Number(process.env.PORT ?? 4321);
const minimum = 0.99;
/** Two-sided, one in a hundred of equal samples is beyond it. */
const maxT = 2.6;
const service = await startService({
  port,
  folder: mkdtempSync(join(tmpdir(), 'quire-quotes-')),
  env: { RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'warn' },
});
const client = createClient({ baseUrl: `http://localhost:${port}` });
const scaleArticles = 10_000;
const maxScaleMs = 5;
let failures = 0;
try {
  const { data: articles } = await client.call('listArticles', { query: { per_page: 100 } });
  const { api_key: key } = await client.call('agentSubscribe');
  await checkStatuses(articles.filter(({ tier }) => tier === 'free').map(({ slug }) => slug));
  await checkGuesses(
    articles.filter(({ tier }) => tier === 'paid').map(({ slug }) => slug),
    key,
  );
} finally {
  await service.stop();
}
const { cpuMs, indexMb } = await measureScale(scaleArticles);
console.log(
  `One quote among ${scaleArticles} articles: ${cpuMs.toFixed(2)} ms of CPU; the index has ${indexMb.toFixed(0)} MB.`,
);
if (cpuMs > maxScaleMs) failures += 1;
process.exit(failures === 0 ? 0 : 1);

async function checkStatuses(slugs: readonly string[]): Promise<void> {
  const texts: PublishedText[] = [];
  for (const slug of slugs) {
    const { versions = [] } = await client.call('getArticle', { params: { slug } });
    for (const { version } of versions) {
      const { markdown = '', outline = [] } = await client.call('getArticle', { params: { slug }, query: { version } });
      const isNewest = version === versions.at(-1)?.version;
      texts.push({ slug, version, isNewest, markdown, sections: outline.map(({ id }) => id) });
    }
  }
  const quotes = makeQuotes(texts, 1_000);
  const results: { expected: Expected; actual: string }[] = [];
  for (let start = 0; start < quotes.length; start += 20) {
    const batch = quotes.slice(start, start + 20);
    const { data } = await client.call('verifyQuote', { body: { quotes: batch.map(({ claim }) => claim) } });
    for (const [index, { claim, kind, expected }] of batch.entries()) {
      const actual = data[index]?.status ?? 'none';
      results.push({ expected, actual });
      if (actual !== expected) console.log(`${kind}: ${actual} instead of ${expected}: ${JSON.stringify(claim)}`);
    }
  }
  const kinds = Map.groupBy(quotes, ({ kind }) => kind);
  console.log([...kinds].map(([kind, { length }]) => `${kind} ${length}`).join(', '));
  for (const { status, precision, recall, row } of confuse(results)) {
    console.log(`${status.padEnd(12)}${row}  precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}`);
    if (precision < minimum || recall < minimum) failures += 1;
  }
  const times: number[] = [];
  for (const { claim } of quotes.slice(0, 300)) times.push((await verify(claim)).ms);
  console.log(
    `One quote, over HTTP: median ${quantile(times, 0.5).toFixed(2)} ms, 95 % ${quantile(times, 0.95).toFixed(2)} ms.`,
  );
}

async function checkGuesses(slugs: readonly string[], key: string): Promise<void> {
  const reader = createClient({ baseUrl: `http://localhost:${port}`, key });
  const guesses: { quote: string; slug?: string; isRight: boolean }[] = [];
  for (const slug of slugs) {
    const paid = await reader.call('getArticle', { params: { slug } });
    const known = await (await fetch(`http://localhost:${port}/articles/${slug}.md`)).text();
    const hidden = splitSentences(paid.markdown ?? '').filter(({ text }) => !known.includes(text.slice(0, 30)));
    for (const [index, { text }] of hidden.entries()) {
      const named = index % 2 === 0 ? { slug } : {};
      guesses.push({ quote: text, ...named, isRight: true }, { quote: misquote(text), ...named, isRight: false });
    }
  }
  const asked = guesses.slice(0, 200);
  const bodies = new Set<string>();
  const times = { right: [] as number[], wrong: [] as number[] };
  for (let round = 0; round < 6; round += 1) {
    for (const { isRight, ...claim } of round % 2 === 0 ? asked : asked.toReversed()) {
      const { body, ms } = await verify(claim);
      bodies.add(body);
      // The first rounds fill caches.
      if (round > 1) times[isRight ? 'right' : 'wrong'].push(ms);
    }
  }
  const t = welchT(times.right, times.wrong);
  console.log(
    `${asked.length} guesses at paid text: ${bodies.size} answer, t = ${t.toFixed(2)} over ${times.right.length} and ${times.wrong.length} calls.`,
  );
  if (asked.length < 200 || bodies.size !== 1 || Math.abs(t) > maxT) failures += 1;
}

async function verify(claim: object): Promise<{ body: string; ms: number }> {
  const startedAt = performance.now();
  const response = await fetch(`http://localhost:${port}/api/v1/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ quotes: [claim] }),
  });
  const body = await response.text();
  return { body, ms: performance.now() - startedAt };
}

/** A wrong guess as long as the right one: the letters of one word are others. */
function misquote(text: string): string {
  const words = text.split(' ');
  const at = Math.floor(words.length / 2);
  return words.with(at, (words[at] ?? '').replaceAll(/\w/g, 'x')).join(' ');
}
