import { createSIWxPayload } from '@x402/extensions/sign-in-with-x';
import { describe, expect, it } from 'vitest';
import { createWallet } from '../../../tests/conformance/x402-wallet.ts';
import { checkSignIn, createSignInQuestions } from './sign-in.ts';

const wallet = createWallet();
const network = 'eip155:84532';
const resource = 'https://quire.test:8443/api/v1/articles/paid-study';
const request = Date.UTC(2026, 10, 20, 12);
const minutesMs = 60_000;
const nonce = 'ab'.repeat(16);
const ask = createSignInQuestions('quire.test:8443');
const question = ask({ resource, nonce, now: request });
const at = (ms: number) => new Date(ms).toISOString();

/** The question as a wallet signs it, changed before it does; undefined takes a field away. */
async function sign(changes: Record<string, unknown> = {}) {
  const complete = { ...question, chainId: network, type: 'eip191' as const, ...changes };
  return createSIWxPayload(complete, wallet, complete.uri);
}

async function evaluateWindow(changes: Record<string, unknown>, now = request) {
  const check = checkSignIn(await sign(changes), { resource, network, now });
  return check.kind === 'refused' ? check.reason : check.kind;
}

describe('the question to a wallet', () => {
  it('is good for five minutes from the second it was asked in', () => {
    expect(ask({ resource, nonce, now: request + 999 })).toEqual({
      domain: 'quire.test:8443',
      uri: resource,
      version: '1',
      statement: 'Read again an article that this wallet has already paid for.',
      nonce,
      issuedAt: '2026-11-20T12:00:00.000Z',
      expirationTime: '2026-11-20T12:05:00.000Z',
    });
    expect(ask({ resource, nonce, now: request + 1_000 })).toMatchObject({
      issuedAt: '2026-11-20T12:00:01.000Z',
      expirationTime: '2026-11-20T12:05:01.000Z',
    });
  });
});

describe('the signature of a wallet', () => {
  it('says who signed, and how long it could be shown again', async () => {
    expect(checkSignIn(await sign(), { resource, network, now: request + 100_000 })).toEqual({
      kind: 'sound',
      payer: wallet.address.toLowerCase(),
      nonce,
      goodForMs: 200_000,
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ['without an end', { expirationTime: undefined }],
    ['with a beginning', { notBefore: at(request) }],
    ['with a name of its own', { requestId: 'request-1' }],
    ['with all of them', { notBefore: at(request - 1), requestId: '' }],
    ['without resources', { resources: undefined }],
    ['with no resource in the list', { resources: [] }],
    ['with two resources', { resources: [resource, 'https://quire.test/other'] }],
  ])('%s is read as the wallet wrote it', async (_, changes) => {
    expect(await evaluateWindow(changes)).toBe('sound');
  });

  it('counts as signed only with the fields that were signed', async () => {
    const signed = await sign({ requestId: 'one', notBefore: at(request - 1) });
    const changes = [
      { requestId: 'two' },
      { requestId: undefined },
      { notBefore: undefined },
      { expirationTime: undefined },
      { resources: [] },
      { version: '2' },
      { nonce: 'cd'.repeat(16) },
      { address: `0x${'1'.repeat(40)}` },
    ];
    for (const change of changes) {
      const check = checkSignIn({ ...signed, ...change }, { resource, network, now: request });
      expect(check, JSON.stringify(change)).toEqual({ kind: 'refused', reason: 'invalid_siwx_signature' });
    }
  });

  it('is taken from five seconds before it was asked, by another clock, to five minutes after', async () => {
    const endless = { expirationTime: undefined };
    expect(await evaluateWindow(endless, request - 5_000)).toBe('sound');
    expect(await evaluateWindow(endless, request - 5_001)).toBe('invalid_siwx_issued_at_in_future');
    expect(await evaluateWindow(endless, request + 5 * minutesMs)).toBe('sound');
    expect(await evaluateWindow(endless, request + 5 * minutesMs + 1)).toBe('invalid_siwx_issued_at_too_old');
  });

  it('is over at its end and good from its beginning', async () => {
    const moment = request + minutesMs;
    expect(await evaluateWindow({ expirationTime: at(moment) }, moment - 1)).toBe('sound');
    expect(await evaluateWindow({ expirationTime: at(moment) }, moment)).toBe('invalid_siwx_expired');
    expect(await evaluateWindow({ notBefore: at(moment) }, moment)).toBe('sound');
    expect(await evaluateWindow({ notBefore: at(moment) }, moment - 1)).toBe('invalid_siwx_not_yet_valid');
  });

  it.each([
    ['issuedAt', 'invalid_siwx_issued_at'],
    ['expirationTime', 'invalid_siwx_expired'],
    ['notBefore', 'invalid_siwx_not_yet_valid'],
  ])('with an %s that is not a time is rejected', async (field, reason) => {
    expect(checkSignIn({ ...(await sign()), [field]: 'soon' }, { resource, network, now: request })).toEqual({
      kind: 'refused',
      reason,
    });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['of a contract wallet', { type: 'eip1271' }, 'invalid_siwx_unsupported_chain'],
    ['on another chain', { chainId: 'eip155:1' }, 'invalid_siwx_unsupported_chain'],
    ['for the same host at another port', { domain: 'quire.test' }, 'invalid_siwx_domain_mismatch'],
    ['for another URL', { uri: `${resource}/` }, 'invalid_siwx_uri_mismatch'],
    ['that says something else', { statement: undefined }, 'invalid_siwx_statement_mismatch'],
    ['with a longer nonce', { nonce: `${nonce}0` }, 'invalid_siwx_nonce'],
    ['with a nonce after something', { nonce: `x${nonce}` }, 'invalid_siwx_nonce'],
    ['with a nonce in capitals', { nonce: nonce.toUpperCase() }, 'invalid_siwx_nonce'],
  ])('%s is refused', async (_, changes, reason) => {
    expect(checkSignIn({ ...(await sign()), ...changes }, { resource, network, now: request })).toEqual({
      kind: 'refused',
      reason,
    });
  });

  it('that is none says what is missing or wrong', async () => {
    const check = (value: unknown) => checkSignIn(value, { resource, network, now: request });
    expect(check('hello')).toEqual({ kind: 'malformed', detail: 'Not as sign-in-with-x has it: the payload.' });
    const { domain: _, ...rest } = await sign();
    for (const address of ['0x12', `x${wallet.address}`, `${wallet.address}0`])
      expect(check({ ...rest, address })).toEqual({
        kind: 'malformed',
        detail: 'Not as sign-in-with-x has it: domain, address.',
      });
    expect(check({ ...(await sign()), resources: [1, 2] })).toEqual({
      kind: 'malformed',
      detail: 'Not as sign-in-with-x has it: resources.0, resources.1.',
    });
  });
});
