import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ErrorBody } from '../../src/contract/schemas-errors.ts';
import { ask } from '../support/client.ts';
import { callFromManyAddresses } from '../support/own-address.ts';
import { completeBody, createBody, findAcpFaults } from './acp-desk.ts';

callFromManyAddresses();

const session = await (await ask('/checkout_sessions', { method: 'POST' })).json();
const paths = ['', `/${session.id}`, `/${session.id}/cancel`, `/${session.id}/complete`, '/cs_none/complete'];
const whole = { ...createBody, ...completeBody };

/** Requests with one member wrong, cut JSON, other JSON, deep JSON and bytes that are no JSON. */
const body = fc.oneof(
  fc
    .tuple(fc.constantFrom(...Object.keys(whole)), fc.jsonValue())
    .map(([member, value]) => JSON.stringify({ ...whole, [member]: value })),
  fc.nat(200).map((length) => JSON.stringify(whole).slice(0, length)),
  fc.json(),
  fc.integer({ min: 100, max: 30_000 }).map((depth) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`),
  fc.uint8Array({ maxLength: 200 }),
);

async function sendAll(headers: () => Record<string, string>, check: (status: number, body: unknown) => void) {
  const samples = fc.sample(fc.tuple(fc.constantFrom(...paths), body), { numRuns: 1000, seed: 201 });
  for (let start = 0; start < samples.length; start += 50) {
    const batch = samples.slice(start, start + 50).map(async ([path, sent]) => {
      const response = await ask(`/checkout_sessions${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers() },
        body: typeof sent === 'string' ? sent : new Uint8Array(sent),
      });
      expect(response.status).toBeLessThan(500);
      check(response.status, await response.json());
    });
    await Promise.all(batch);
  }
}

describe('1,000 broken checkout requests over HTTP', () => {
  it('are answered in strict ACP', async () => {
    const headers = () => ({ 'api-version': '2026-04-17', 'idempotency-key': crypto.randomUUID() });
    await sendAll(headers, (status, answer) => {
      expect(findAcpFaults(status < 300 ? 'CheckoutSession' : 'Error', answer)).toBeNull();
    });
  });

  it('are answered in the form of the specification', async () => {
    const isSession = (answer: unknown) => typeof Object(answer).url === 'string';
    await sendAll(
      () => ({}),
      (status, answer) => {
        expect(status < 300 ? isSession(answer) : ErrorBody.safeParse(answer).success).toBe(true);
      },
    );
  });
});
