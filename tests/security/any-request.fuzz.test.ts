import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations.ts';
import { ErrorBody } from '../../src/contract/schemas.ts';
import { ask } from '../support/client.ts';
import { callFromManyAddresses } from '../support/own-address.ts';

callFromManyAddresses();

const slug = fc.oneof(
  fc.constant('keys-that-prove-themselves'),
  fc.string({ maxLength: 40 }),
  fc.constantFrom('__proto__', 'constructor', '..', '%2e%2e', '%00', '%zz', '💥'),
);
const target = fc
  .record({
    operation: fc.constantFrom(...Object.values<Operation>(operations)),
    slug,
    isMirror: fc.boolean(),
    query: fc.dictionary(fc.string({ maxLength: 12 }), fc.string({ maxLength: 60 }), { maxKeys: 4 }),
  })
  .map(({ operation, slug: name, isMirror, query }) => {
    const path = operation.path.replace(/\{\w+\}/g, encodeURIComponent(name));
    const mirrored = isMirror && operation.isMirrored ? path.replace('/api/v1', '/api/sandbox/v1') : path;
    return { operation, path: `${mirrored}?${new URLSearchParams(query)}` };
  });
const headerText = fc.string({
  maxLength: 80,
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCodePoint(code)),
});
const headers = fc.dictionary(
  fc.constantFrom(
    'authorization',
    'accept',
    'content-type',
    'idempotency-key',
    'payment-signature',
    'x-payment',
    'sign-in-with-x',
    'api-version',
    'mcp-protocol-version',
    'x-request-id',
    'if-none-match',
    'x-forwarded-host',
    'origin',
  ),
  fc.oneof(headerText, fc.constantFrom('application/json', 'Bearer x', 'text/event-stream', '2026-04-17', 'e30=', '*')),
  { maxKeys: 4 },
);
const body = fc.oneof(
  fc.constant(undefined),
  fc.json({ maxDepth: 4 }),
  fc.string({ maxLength: 200 }),
  fc.constant('['.repeat(5_000)),
  fc.constant('{"query":'.repeat(50)),
);

function hasOwnForm(path: string): boolean {
  return Object.values<Operation>(operations).some((operation) => operation.path === path && operation.errorForm);
}

describe('whatever is sent', () => {
  it('is never answered by a 5xx, and every refusal is JSON with a code of the catalogue or of its protocol', async () => {
    await fc.assert(
      fc.asyncProperty(
        target,
        fc.constantFrom('GET', 'POST', 'DELETE', 'HEAD', 'OPTIONS', 'PUT'),
        headers,
        body,
        async ({ operation, path }, method, sent, text) => {
          const response = await ask(path, {
            method,
            headers: sent,
            redirect: 'manual',
            ...(text !== undefined && method !== 'GET' && method !== 'HEAD' ? { body: text } : {}),
          }).catch((cause: unknown) => {
            if (cause instanceof TypeError && /header|ByteString/i.test(String(cause.cause ?? cause))) return undefined; // the client would not send it
            throw cause;
          });
          if (!response) return;
          expect(response.status).toBeLessThan(500);
          expect(response.headers.get('x-request-id')).toBeTruthy();
          if (
            response.status >= 400 &&
            method !== 'HEAD' &&
            response.headers.get('content-type')?.startsWith('application/json')
          ) {
            const refusal: unknown = await response.json();
            if (!hasOwnForm(operation.path) && response.status !== 402) ErrorBody.parse(refusal);
          } else await response.body?.cancel();
        },
      ),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 1_500), interruptAfterTimeLimit: 90_000 },
    );
  }, 120_000);
});
