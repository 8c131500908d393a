import { randomBytes, randomInt } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createWallet, signPayment } from '../conformance/x402-wallet.ts';
import { call, json, type Question, rpc, send } from './hostile-mix.ts';

/**
 * A process that costs the service as much as one address can within its limits, in one way, until it is ended:
 * `neighbour-hostile.ts MODE PORT ADDRESS WORDS SLUG KEY...`. The keys are used in turn, so that the limit of the
 * address is reached and not only that of one caller. Prints how many responses it got, by status.
 */
const [mode = '', port = '', localAddress = '', wordList = '', paidSlug = '', ...keys] = process.argv.slice(2);
const words = wordList.split(',');
const connections = 64;
const word = () => words[randomInt(words.length)] ?? '';
const unknownWord = () => `${word()}${randomBytes(15).toString('hex')}`.replace(/\d/g, 'q').slice(0, 20);
const query = (make: () => string) => `${make()} ${make()} ${make()} ${make()}`;
const ask = (text: string): Question => ({ path: `/ask?query=${encodeURIComponent(text)}` });

const search = (text: string, id: number) => call('search_articles', { query: text }, id);
const batchOf = (makeQuery: () => string) => rpc(Array.from({ length: 20 }, (_, id) => search(makeQuery(), id)));

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const payments: string[] = [];
if (mode === 'payments') {
  const wallet = createWallet();
  for (let count = 0; count < 2_400; count += 1) {
    payments.push(Buffer.from(JSON.stringify(await signPayment(wallet, 2))).toString('base64'));
  }
}

/** As many small members as fit: nothing of the same size takes longer to parse. */
const members = Object.fromEntries(Array.from({ length: 3_700 }, (_, index) => [`member${index}`, index]));
const wide = rpc(call('search_articles', { query: 'keys', ...members }));

/** The largest bodies that are read: what is in them takes longer to parse than to send. */
const largest = 512 * 1024;
const deep: Question = { path: '/api/v1/standing', method: 'POST', headers: json, body: '['.repeat(largest) };
const manyMembers = Array.from({ length: 24_000 }, (_, index) => `"k${index}":1`).join(',');
const wideRpc: Question = { ...rpc({}), body: `{${manyMembers}}` };

const modes: Record<string, () => Question> = {
  'new questions': () => ask(query(word)),
  'full batches': () => batchOf(() => query(word)),
  'long unknown words': () => (randomInt(2) ? batchOf(() => query(unknownWord)) : ask(query(unknownWord))),
  'filtered lists': () => {
    const since = new Date(randomInt(1_500_000_000, 1_790_000_000) * 1_000).toISOString();
    return { path: `/api/v1/articles?per_page=100&updated_since=${since}`, headers: { 'accept-encoding': 'br' } };
  },
  'new pages': () => ({
    path: randomInt(4)
      ? `/articles?tag=${unknownWord()}&sort=${word()}`
      : `/search?q=${encodeURIComponent(query(word))}&page=${randomInt(9)}`,
    headers: { 'accept-encoding': 'br', accept: 'text/html' },
  }),
  quotes: () => ({
    path: '/api/v1/verify',
    method: 'POST',
    headers: json,
    body: JSON.stringify({ quotes: [{ quote: `${'is a the of '.repeat(160)}${word()}` }] }),
  }),
  'posted quotes': () => ({
    path: '/verify',
    method: 'POST',
    headers: { ...form, 'sec-fetch-site': 'same-origin' },
    body: `text=${encodeURIComponent(Array.from({ length: 20 }, () => `"is a ${query(word)} ${'the of is a '.repeat(40)}"`).join('\n'))}`,
  }),
  payments: () => ({
    path: `/api/v1/articles/${paidSlug}`,
    headers: { 'payment-signature': payments.pop() ?? randomBytes(100).toString('base64') },
  }),
  OAuth: () =>
    [
      {
        path: '/agent/auth/token',
        method: 'POST' as const,
        headers: form,
        body: `grant_type=authorization_code&code=${word()}&client_id=${unknownWord()}`,
      },
      {
        path: '/agent/auth/register',
        method: 'POST' as const,
        headers: json,
        body: JSON.stringify({ redirect_uris: [`https://${unknownWord()}.test/callback`], client_name: query(word) }),
      },
      { path: `/agent/auth/authorize?response_type=code&client_id=${unknownWord()}&state=${word()}` },
      { path: `/agent/auth/authorize?response_type=code&client_id=https://${unknownWord()}.invalid/client` },
    ][randomInt(4)] ?? { path: '/agent/auth' },
  'uploads of 64 KiB': () => wide,
  'largest JSON': () => (randomInt(2) ? deep : wideRpc),
};

const make = modes[mode];
if (!make) throw new Error(`${mode} is none of: ${Object.keys(modes).join(', ')}`);
const statuses = new Map<string, number>();
let isEnding = false;
process.once('SIGTERM', () => {
  isEnding = true;
  process.stdout.write(`${JSON.stringify([...statuses].sort())}\n`, () => process.exit(0));
});
process.stdout.write('ready\n');

/** One connection of one caller. It stays within the limit: refused once, it waits for the next minute. */
async function connect(key: string | undefined) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress });
  while (!isEnding) {
    const question = make?.() ?? { path: '/' };
    const headers = { ...question.headers, ...(key && { authorization: `Bearer ${key}` }) };
    const status = await send(Number(port), { ...question, headers }, agent);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status === '429') await sleep(5_000);
  }
}

const callers = [undefined, ...keys];
await Promise.all(Array.from({ length: connections }, (_, index) => connect(callers[index % callers.length])));
