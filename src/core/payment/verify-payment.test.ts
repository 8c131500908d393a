import { beforeAll, describe, expect, it } from 'vitest';
import { createWallet, type PaymentChanges, signPayment } from '../../../tests/conformance/x402-wallet.ts';
import { publication } from '../../library/current-publication.ts';
import { checkPayment, type PaymentClaim, parsePayment } from './verify-payment.ts';

const wallet = createWallet();
const payer = wallet.address.toLowerCase();
const terms = publication.payment;
const nowSeconds = Math.floor(Date.UTC(2026, 10, 20) / 1000);
const against = { terms, resources: ['https://quire.test/a'], baseUnits: '50000', nowSeconds };
const elsewhere = '0x1111111111111111111111111111111111111111';

function readClaim(payload: unknown): PaymentClaim {
  const parsed = parsePayment(payload);
  if (parsed.kind !== 'claim') throw new Error(`It reads as ${parsed.kind}.`);
  return parsed.claim;
}

const claimOf = async (version: 1 | 2, changes: PaymentChanges = {}) =>
  readClaim(await signPayment(wallet, version, { validAfter: 0, validBefore: nowSeconds + 300, ...changes }));

/** `sound`, or why it is none. */
function evaluateWindow(claim: PaymentClaim) {
  const check = checkPayment(claim, against);
  return check.kind === 'refused' ? check.reason : check.kind;
}

describe('a payment', () => {
  it('that is right says who paid and what was signed', async () => {
    const claim = await claimOf(2);
    expect(checkPayment(claim, against)).toEqual({
      kind: 'sound',
      payer,
      authorization: claim.transfer?.authorization,
    });
  });

  it('is rejected with its payer once the payload names one, and without a payer before', async () => {
    const refused = async (changes: PaymentChanges) => checkPayment(await claimOf(2, changes), against);
    expect(await refused({ scheme: 'upto' })).toEqual({ kind: 'refused', reason: 'unsupported_scheme' });
    expect(await refused({ network: 'eip155:1' })).toEqual({
      kind: 'refused',
      reason: 'invalid_exact_evm_network_mismatch',
    });
    expect(await refused({ to: elsewhere })).toEqual({
      kind: 'refused',
      reason: 'invalid_exact_evm_recipient_mismatch',
      payer,
    });
  });

  it('names the network as its version does', async () => {
    expect(evaluateWindow(await claimOf(1))).toBe('sound');
    expect(evaluateWindow(await claimOf(1, { network: terms.network }))).toBe('invalid_exact_evm_network_mismatch');
    expect(evaluateWindow(await claimOf(2, { network: terms.networkV1 }))).toBe('invalid_exact_evm_network_mismatch');
  });

  it('is taken six seconds before it ends and no later', async () => {
    expect(evaluateWindow(await claimOf(2, { validBefore: nowSeconds + 6 }))).toBe('sound');
    expect(evaluateWindow(await claimOf(2, { validBefore: nowSeconds + 5 }))).toMatch(/valid_before$/);
  });

  it('may end as late as was offered and ten minutes more, by a clock that is ahead', async () => {
    const latest = nowSeconds + terms.maxTimeoutSeconds + 600;
    expect(evaluateWindow(await claimOf(2, { validBefore: latest }))).toBe('sound');
    expect(evaluateWindow(await claimOf(2, { validBefore: latest + 1 }))).toMatch(/valid_before$/);
  });

  it('is taken from the second in which it begins', async () => {
    expect(evaluateWindow(await claimOf(2, { validAfter: nowSeconds }))).toBe('sound');
    expect(evaluateWindow(await claimOf(2, { validAfter: nowSeconds + 1 }))).toMatch(/valid_after$/);
  });

  it('may write wallet addresses in any case', async () => {
    const { accepted } = await claimOf(2);
    const shouted = { asset: terms.asset.toUpperCase().replace('X', 'x'), payTo: terms.payTo.toLowerCase() };
    expect(evaluateWindow({ ...(await claimOf(2)), accepted: accepted && { ...accepted, ...shouted } })).toBe('sound');
  });

  it('of version 1 may be for more, of version 2 for the price alone', async () => {
    expect(evaluateWindow(await claimOf(1, { value: '50001' }))).toBe('sound');
    expect(evaluateWindow(await claimOf(1, { value: '49999' }))).toBe('invalid_exact_evm_authorization_value');
    for (const changes of [{ value: '50001' }, { value: '49999' }, { accepted: { amount: '50001' } }])
      expect(evaluateWindow(await claimOf(2, changes))).toBe('invalid_exact_evm_payload_authorization_value_mismatch');
  });

  it('that names what it is for is for that alone; one that does not may be for anything', async () => {
    const claim = await claimOf(2);
    expect(evaluateWindow({ ...claim, resource: against.resources[0] })).toBe('sound');
    expect(evaluateWindow({ ...claim, resource: `${against.resources[0]}/` })).toBe('payment_resource_mismatch');
    expect(evaluateWindow({ ...claim, resource: '' })).toBe('payment_resource_mismatch');
  });

  it('counts as signed only as it was signed, by whom it names', async () => {
    const claim = await claimOf(2);
    const { signature, authorization } = claim.transfer ?? expect.fail('It holds no transfer.');
    for (const change of [{ nonce: `0x${'ab'.repeat(32)}` }, { from: elsewhere }, { validAfter: '1' }]) {
      const transfer = { signature, authorization: { ...authorization, ...change } };
      expect(evaluateWindow({ ...claim, transfer })).toBe('invalid_exact_evm_signature');
    }
    expect(evaluateWindow(await claimOf(2, { accepted: { asset: elsewhere } }))).toBe('invalid_payment_requirements');
  });

  it('of our scheme without what EIP-3009 signs is malformed, and says what is missing', async () => {
    expect(checkPayment({ ...(await claimOf(1)), transfer: undefined }, against)).toEqual({
      kind: 'malformed',
      detail: 'payload is no EIP-3009 signature and authorization.',
    });
  });
});

describe('what is read as a payment', () => {
  let v1: Awaited<ReturnType<typeof signPayment>>;
  let v2: Awaited<ReturnType<typeof signPayment>>;
  beforeAll(async () => {
    [v1, v2] = [await signPayment(wallet, 1), await signPayment(wallet, 2)];
  });

  it('says of each version what it can', () => {
    expect(readClaim(v1)).toEqual({
      version: 1,
      scheme: 'exact',
      network: terms.networkV1,
      resource: undefined,
      accepted: undefined,
      transfer: v1.payload,
      paymentId: undefined,
    });
    const named = {
      ...v2,
      resource: { url: 'https://quire.test/b' },
      extensions: { 'payment-identifier': { info: { id: 'sixteen-letters_' } } },
    };
    expect(readClaim(named)).toEqual({
      version: 2,
      scheme: 'exact',
      network: terms.network,
      resource: 'https://quire.test/b',
      accepted: { amount: '50000', asset: terms.asset, payTo: terms.payTo },
      transfer: v2.payload,
      paymentId: 'sixteen-letters_',
    });
  });

  it.each([
    ['nothing', null, 'Not as x402 has it: the payload.'],
    ['no version', {}, 'Not as x402 has it: x402Version.'],
    ['half a version', { x402Version: 1.5 }, 'Not as x402 has it: x402Version.'],
    ['version 1 of nothing', { x402Version: 1 }, 'Not as x402 has it: scheme, network, payload.'],
    [
      'version 2 of an empty offer',
      { x402Version: 2, accepted: { scheme: 'exact', network: 'n', amount: '1' } },
      'Not as x402 has it: accepted.asset, accepted.payTo, payload.',
    ],
  ])('is not %s, and the error names the member', (_, value, detail) => {
    expect(parsePayment(value)).toEqual({ kind: 'malformed', detail });
  });

  it('is not an unknown version', () => {
    for (const x402Version of [0, 3, -1])
      expect(parsePayment({ ...v2, x402Version })).toEqual({ kind: 'unknown-version' });
  });

  it.each([
    ['the largest number there is', { value: String(2n ** 256n - 1n) }, true],
    ['one more', { value: String(2n ** 256n) }, false],
    ['more digits than any has', { value: `0${'1'.repeat(78)}` }, false],
    ['no digits', { value: '' }, false],
    ['a number in hexadecimal', { value: '0x10' }, false],
    ['digits and more', { validAfter: '1x' }, false],
    ['more and digits', { validAfter: 'x1' }, false],
    ['a short nonce', { nonce: `0x${'a'.repeat(63)}` }, false],
    ['a long nonce', { nonce: `0x${'a'.repeat(65)}` }, false],
    ['a nonce in capitals', { nonce: `0x${'A'.repeat(64)}` }, true],
    ['an address that is too long', { from: `${elsewhere}1` }, false],
    ['an address after something', { to: `x${elsewhere}` }, false],
  ])('holds a transfer with %s: %s', (_, changes, isOne) => {
    const payload = { ...v1.payload, authorization: { ...v1.payload.authorization, ...changes } };
    expect(readClaim({ ...v1, payload }).transfer !== undefined).toBe(isOne);
    expect(readClaim({ ...v2, payload }).transfer !== undefined).toBe(isOne);
  });

  it('holds a signature of twenty thousand characters and no longer', () => {
    const transferWith = (length: number) =>
      readClaim({ ...v2, payload: { ...v2.payload, signature: 'x'.repeat(length) } }).transfer;
    expect(transferWith(20_000)).toBeDefined();
    expect(transferWith(20_001)).toBeUndefined();
  });

  it('names itself with 16 to 128 letters, digits, hyphens and underscores, or not', () => {
    const withId = (id?: string) => parsePayment({ ...v2, extensions: { 'payment-identifier': { info: { id } } } });
    for (const id of ['a'.repeat(16), 'Z'.repeat(128)]) expect(withId(id)).toMatchObject({ claim: { paymentId: id } });
    for (const extensions of [{}, { 'payment-identifier': undefined }, { other: 1 }])
      expect(parsePayment({ ...v2, extensions })).toMatchObject({ claim: { paymentId: undefined } });
    expect(withId()).toMatchObject({ claim: { paymentId: undefined } });
    for (const id of ['a'.repeat(15), 'a'.repeat(129), `${'a'.repeat(16)}!`, `!${'a'.repeat(16)}`])
      expect(withId(id)).toEqual({
        kind: 'malformed',
        detail: 'Not as x402 has it: extensions.payment-identifier.info.id.',
      });
  });
});
