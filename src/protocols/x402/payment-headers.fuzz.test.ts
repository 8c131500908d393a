import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createWallet, signPayment } from '../../../tests/conformance/x402-wallet.ts';
import { createTestServices, testBase } from '../../../tests/support/services.ts';
import { openArticle } from '../../core/access/access.ts';
import { anonymous } from '../../core/access/caller.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { decodeHeader, encodeHeader } from './header.ts';
import { createArticlePayments, readPaymentAttempt } from './payment-headers.ts';

const services = createTestServices({ store: createMemoryStore(Date.now), now: Date.now });
const payments = createArticlePayments(services);
const headerNames = ['payment-signature', 'x-payment', 'sign-in-with-x'] as const;

/** The result of one header: the kind of access decision, and the response if there is one. */
async function read(name: string, value: string) {
  const request = new Request(testBase, { headers: { [name]: value } });
  const attempt = readPaymentAttempt(request);
  if (!attempt) throw new Error('The header was not seen.');
  const opening = await openArticle(services, 'paid-study', { caller: anonymous, attempt, mirror: 'live' });
  if (opening.kind !== 'challenge') return { kind: opening.kind === 'refused' ? opening.reason : opening.kind };
  const { article, failed } = opening;
  return { kind: opening.kind, response: payments.refuse(article, { mirror: 'live', failed, request }) };
}

const wallet = createWallet();
let payloads: unknown[];
beforeAll(async () => {
  payloads = [
    await signPayment(wallet, 1),
    await signPayment(wallet, 2, { paymentId: 'pay_0123456789abcdef' }),
    {
      domain: 'quire.test',
      address: wallet.address,
      uri: testBase,
      version: '1',
      chainId: 'eip155:84532',
      type: 'eip191',
    },
  ];
});

/** Puts `value` where `path` leads, making objects on the way. */
function plant(target: unknown, path: readonly string[], value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const base = typeof target === 'object' && target !== null ? target : {};
  return { ...base, [step]: plant(Reflect.get(base, step), rest, value) };
}

const member = fc.constantFrom(
  ['x402Version'],
  ['scheme'],
  ['network'],
  ['accepted'],
  ['accepted', 'amount'],
  ['accepted', 'payTo'],
  ['payload'],
  ['payload', 'signature'],
  ['payload', 'authorization'],
  ['payload', 'authorization', 'from'],
  ['payload', 'authorization', 'value'],
  ['payload', 'authorization', 'validAfter'],
  ['payload', 'authorization', 'validBefore'],
  ['payload', 'authorization', 'nonce'],
  ['extensions', 'payment-identifier', 'info', 'id'],
  ['signature'],
  ['issuedAt'],
  ['uri'],
);
const hostile = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    '',
    '0x',
    '-1',
    '1e999',
    '9'.repeat(78),
    `0x${'f'.repeat(64)}`,
    `0x${'0'.repeat(130)}`,
    '__proto__',
    null,
  ),
);

describe('a payment header of any content', () => {
  it('is refused or malformed, and never a throw, as text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...headerNames), fc.string({ unit: 'binary-ascii' }), async (name, text) => {
        const value = text.replace(/[\0\r\n]/g, '');
        expect((await read(name, value)).kind).toBe('payment_malformed');
      }),
      { numRuns: 1000 },
    );
  });

  it('is refused or malformed, and never a throw, as any JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...headerNames), fc.jsonValue(), async (name, value) => {
        expect(['challenge', 'payment_malformed']).toContain((await read(name, encodeHeader(value))).kind);
      }),
      { numRuns: 1000 },
    );
  });

  it('is refused or malformed when one member of a sound payment is hostile', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...headerNames),
        fc.nat(2),
        member,
        hostile,
        async (name, index, path, value) => {
          const result = await read(name, encodeHeader(plant(payloads[index], path, value)));
          // What is not signed may be anything a client likes; what is signed may not.
          if (path[0] === 'payload') expect(result.kind).not.toBe('opened');
          if (result.response?.status === 402) expect(result.response.headers['payment-required']).toBeDefined();
        },
      ),
      { numRuns: 1500 },
    );
  });
});

/**
 * Names that need no escape: node may read others as names that it read before (github.com/nodejs/node/issues/63785).
 */
const plainName = fc.stringMatching(/^[a-zA-Z0-9_$ -]{0,8}$/);
const text = fc.string({ unit: 'grapheme' });
const { json } = fc.letrec((tie) => ({
  json: fc.oneof({ maxDepth: 4 }, text, fc.double(), fc.constantFrom(null, true, false), tie('list'), tie('object')),
  list: fc.array(tie('json'), { maxLength: 4 }),
  object: fc.dictionary(plainName, tie('json'), { maxKeys: 4 }),
}));

describe('the header form', () => {
  it('brings back any JSON, in ASCII', () => {
    fc.assert(
      fc.property(json, (value) => {
        const header = encodeHeader(value);
        expect(header).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
        expect(decodeHeader(header)).toEqual({ kind: 'json', value: JSON.parse(JSON.stringify(value)) });
      }),
      { numRuns: 500 },
    );
  });
});
