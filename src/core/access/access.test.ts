import { createSIWxPayload } from '@x402/extensions/sign-in-with-x';
import { beforeEach, describe, expect, test } from 'vitest';
import { createWallet, type PaymentChanges, signPayment } from '../../../tests/conformance/x402-wallet.ts';
import { paidSentence } from '../../../tests/support/library.ts';
import { createTestServices, testBase } from '../../../tests/support/services.ts';
import { sha256 } from '../../library/digest.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import type { PaymentAttempt } from '../payment/settle.ts';
import { createSignInQuestions } from '../payment/sign-in.ts';
import { openArticle, openByCredential } from './access.ts';
import type { AccessDecision } from './access-decision.ts';
import { anonymous, type Caller, invalid } from './caller.ts';

let services: ReturnType<typeof createTestServices>;
beforeEach(() => {
  services = createTestServices({ store: createMemoryStore(Date.now) });
});

const reader: Caller = { kind: 'subscriber', id: 'k', plan: 'demo', scopes: ['articles:read'] };
const connector: Caller = { kind: 'subscriber', id: 'k', plan: 'demo', scopes: ['mcp:connect'] };

describe('opening an article', () => {
  test('is decided at once where there is nothing to settle: a value and no promise', () => {
    expect(openArticle(services, 'paid-study', { caller: reader })).toMatchObject({
      kind: 'opened',
      level: 'subscriber',
    });
    expect(openArticle(services, 'open-letter', { caller: invalid })).toMatchObject({
      kind: 'opened',
      level: 'public',
    });
    const attempt = { kind: 'payment', payload: {} } as const;
    expect(openArticle(services, 'paid-study', { caller: reader, attempt, mirror: 'live' })).not.toBeInstanceOf(
      Promise,
    );
    expect(openArticle(services, 'open-letter', { caller: anonymous, attempt, mirror: 'live' })).not.toBeInstanceOf(
      Promise,
    );
  });

  test('returns the paid text with its digest to readers with access, and no word of it to others', async () => {
    const opened = await openArticle(services, 'paid-study', { caller: reader });
    const text = opened.kind === 'opened' ? opened.body.markdown : '';
    expect(text).toContain(paidSentence);
    expect(opened).toMatchObject({ contentDigest: `sha256:${sha256(text)}`, settled: undefined });
    for (const caller of [anonymous, invalid, connector]) {
      expect(JSON.stringify(await openArticle(services, 'paid-study', { caller }))).not.toContain(paidSentence);
    }
  });

  test('says of a payment beside a credential why it opened nothing either, and of none nothing', async () => {
    const attempt = { kind: 'payment', payload: {} } as const;
    const detailOf = async (caller: Caller, isPaying: boolean) => {
      const request = isPaying ? { caller, attempt, mirror: 'live' as const } : { caller };
      const opened = await openArticle(services, 'paid-study', request);
      return opened.kind === 'refused' ? opened.detail : opened.kind;
    };
    expect(await detailOf(invalid, false)).toBeUndefined();
    expect(await detailOf(invalid, true)).toMatch(/^The payment opened nothing either: \w/);
    expect(await detailOf(connector, false)).toBe('It needs articles:read.');
    expect(await detailOf(connector, true)).toMatch(/^It needs articles:read\. The payment opened nothing either: \w/);
  });

  test('reports an unknown article first, withheld ones included', () => {
    for (const slug of ['nowhere', 'not-yet', '', '__proto__', 'constructor']) {
      for (const caller of [anonymous, invalid, reader]) {
        expect(openArticle(services, slug, { caller })).toMatchObject({ kind: 'refused', reason: 'article_not_found' });
      }
    }
  });
});

describe('opening an article for a payment attempt', () => {
  const wallet = createWallet();
  const payFor = async (changes: PaymentChanges = {}): Promise<PaymentAttempt> => {
    const validBefore = services.now() / 1000 + 300;
    return { kind: 'payment', payload: await signPayment(wallet, 2, { validAfter: 0, validBefore, ...changes }) };
  };
  const bring = async (
    attempt: PaymentAttempt,
    about: { caller?: Caller; section?: string } = {},
  ): Promise<AccessDecision> =>
    openArticle(services, 'paid-study', { caller: anonymous, mirror: 'live', ...about, attempt });

  test('returns the full article with a receipt to a caller that pays, whatever the credential', async () => {
    for (const caller of [anonymous, invalid, connector]) {
      const opened = await bring(await payFor(), { caller });
      expect(opened).toMatchObject({ kind: 'opened', level: 'purchase', section: undefined });
      expect(opened).toMatchObject({ settled: { kind: 'settled', payer: wallet.address.toLowerCase() } });
      expect(opened.kind === 'opened' && opened.body.markdown).toContain(paidSentence);
    }
  });

  test('shows the section that was asked for', async () => {
    expect(await bring(await payFor(), { section: 'the-paid-part' })).toMatchObject({
      section: { id: 'the-paid-part', markdown: `## The paid part\n\n${paidSentence}\n` },
    });
  });

  test('shows it to a wallet that has paid before, without another receipt, and to another wallet the price', async () => {
    const signIn = async (): Promise<PaymentAttempt> => {
      const resource = `${testBase}/api/v1/articles/paid-study`;
      const question = createSignInQuestions('quire.test')({ resource, nonce: 'ab'.repeat(16), now: services.now() });
      const complete = { ...question, chainId: 'eip155:84532', type: 'eip191' as const };
      return { kind: 'sign-in', message: await createSIWxPayload(complete, wallet, resource) };
    };
    expect(await bring(await signIn())).toMatchObject({ kind: 'challenge', failed: undefined });
    await bring(await payFor());
    expect(await bring(await signIn())).toMatchObject({ kind: 'opened', level: 'purchase', settled: undefined });
  });

  test('says why a payment opened nothing: the price again, and with a credential what is wrong with that', async () => {
    const reason = 'invalid_exact_evm_payload_authorization_value_mismatch';
    const tooLittle = await payFor({ value: '1' });
    expect(await bring(tooLittle)).toMatchObject({ kind: 'challenge', failed: { kind: 'failed', reason } });
    expect(await bring(tooLittle, { caller: invalid })).toEqual({
      kind: 'refused',
      reason: 'invalid_key',
      detail: `The payment opened nothing either: ${reason}`,
    });
  });

  test('explains what is wrong with an invalid payment', async () => {
    const detail = 'No base64.';
    expect(await bring({ kind: 'malformed', detail })).toEqual({
      kind: 'refused',
      reason: 'payment_malformed',
      detail,
    });
    expect(await bring({ kind: 'malformed', detail }, { caller: invalid })).toEqual({
      kind: 'refused',
      reason: 'invalid_key',
      detail: `The payment opened nothing either: ${detail}`,
    });
  });
});

describe('opening one section', () => {
  const open = (slug: string, section: string, caller: Caller) => openByCredential(services, slug, { caller, section });

  test('of a free article is open to any caller, and so is one that the preview contains completely', () => {
    for (const slug of ['open-letter', 'paid-study']) {
      for (const caller of [anonymous, invalid, connector]) {
        const opened = open(slug, 'beginning', caller);
        expect(opened).toMatchObject({
          kind: 'opened',
          level: 'public',
          section: { id: 'beginning', title: 'Beginning' },
        });
        expect(opened.kind === 'opened' && opened.section?.markdown).toMatch(/^## Beginning\n\n.+\n$/);
      }
    }
  });

  test('of the paid part takes what the article takes', () => {
    expect(open('paid-study', 'the-paid-part', anonymous)).toMatchObject({ kind: 'challenge', failed: undefined });
    expect(open('paid-study', 'the-paid-part', invalid)).toMatchObject({ kind: 'refused', reason: 'invalid_key' });
    expect(open('paid-study', 'the-paid-part', connector)).toMatchObject({ reason: 'insufficient_scope' });
    const opened = open('paid-study', 'the-paid-part', reader);
    expect(opened.kind === 'opened' && opened.section?.markdown).toBe(`## The paid part\n\n${paidSentence}\n`);
    expect(opened).toMatchObject({ level: 'subscriber', section: { id: 'the-paid-part', title: 'The paid part' } });
  });

  test('a missing section is the same error for all callers, before a payment is processed', () => {
    const attempt = { kind: 'payment', payload: {} } as const;
    for (const caller of [anonymous, invalid, reader]) {
      const request = { caller, section: 'no-such', attempt, mirror: 'live' } as const;
      expect(openArticle(services, 'paid-study', request)).toMatchObject({
        kind: 'refused',
        reason: 'section_not_found',
      });
      expect(open('open-letter', 'no-such', caller)).toMatchObject({ reason: 'section_not_found' });
    }
  });
});
