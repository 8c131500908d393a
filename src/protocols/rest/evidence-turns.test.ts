import { expect, it } from 'vitest';
import { createTestApp } from '../../../tests/support/app.ts';
import { countTurns } from '../../../tests/support/count-turns.ts';
import { makeLibrary } from '../../../tests/support/library.ts';
import { testBase } from '../../../tests/support/services.ts';

const { app } = await createTestApp(makeLibrary(testBase));

/** Sends a request, and counts the turns in which other requests could be served before its response. */
async function turnsOf(path: string, body: object): Promise<number> {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const { turns, value } = await countTurns(() => app.fetch(new Request(`${testBase}${path}`, request)));
  expect(value.status).toBe(200);
  return turns;
}

const quote = { quote: 'Plain words about open-letter.', slug: 'open-letter' };

it.each([
  ['quotes', '/api/v1/verify', { quotes: Array(20).fill(quote) }, { quotes: [quote] }, 2 * 19],
  [
    'citations',
    '/api/v1/standing',
    { citations: Array(100).fill('open-letter') },
    { citations: ['open-letter'] },
    2 * 19,
  ],
])('others are served between the %s of one request, and after what they left', async (_, path, many, one, more) => {
  const usual = await turnsOf(path, one);
  expect(await turnsOf(path, many)).toBeGreaterThanOrEqual(usual + more);
});

it.each([
  ['quotes', '/api/v1/verify', { quotes: Array(20).fill(quote) }, 20],
  ['citations', '/api/v1/standing', { citations: Array(100).fill('open-letter') }, 10],
  ['a citation', '/api/v1/standing', { citations: ['open-letter'] }, 1],
])('%s count as the requests that take as long', async (_, path, body, calls) => {
  const send = async () => {
    const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const { headers } = await app.fetch(new Request(`${testBase}${path}`, request));
    return Number(headers.get('x-ratelimit-remaining'));
  };
  const before = await send();
  expect(before - (await send())).toBe(calls);
});
