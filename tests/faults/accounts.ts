import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Started } from '../support/server.ts';

const verifier = 'a verifier of the tests, 43 characters or more'.replaceAll(/[ ,]/g, '-');
const challenge = createHash('sha256').update(verifier).digest('base64url');
const redirectUri = 'http://127.0.0.1/callback';

interface Reply {
  status: number;
  text: string;
  location: string | null;
}

async function post(service: Started, path: string, init: RequestInit): Promise<Reply> {
  const response = await fetch(service.address + path, { method: 'POST', redirect: 'manual', ...init });
  return { status: response.status, text: await response.text(), location: response.headers.get('location') };
}

/** As a client that is told to come back. */
async function postUntilRecorded(service: Started, path: string, init: RequestInit): Promise<Reply> {
  for (;;) {
    const reply = await post(service, path, init);
    if (reply.status !== 503 && !reply.text.includes('idempotency_in_flight')) return reply;
    await sleep(200);
  }
}

const form = (fields: Record<string, string>): RequestInit => ({ body: new URLSearchParams(fields) });

async function readWith(credential: string, service: Started, path: string): Promise<number> {
  const response = await fetch(service.address + path, { headers: { authorization: `Bearer ${credential}` } });
  await response.arrayBuffer();
  return response.status;
}

const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() });

/** One consent of one registered client, and what it was told. */
export interface Account {
  /** The request whose response it waits for, and sends again when none came. */
  waitsFor: 'exchange' | 'refresh' | 'revocation' | undefined;
  clientId: string;
  code: string;
  tokens: z.infer<typeof Tokens> | undefined;
  isEnded: boolean;
}

const Registration = z.object({ client_id: z.string() });

async function register(service: Started): Promise<string> {
  const metadata = {
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
  };
  const { text } = await postUntilRecorded(service, '/agent/auth/register', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(metadata),
  });
  return Registration.parse(JSON.parse(text)).client_id;
}

/** What a browser sends when a person allows it. */
async function consent(service: Started, clientId: string): Promise<string> {
  const { location, text } = await postUntilRecorded(
    service,
    '/agent/auth/authorize',
    form({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      decision: 'allow',
    }),
  );
  const code = location && new URL(location).searchParams.get('code');
  if (!code) throw new Error(`No code: ${text}`);
  return code;
}

function requestTokens(service: Started, { clientId, code, tokens }: Account): Promise<Reply> {
  const grant: Record<string, string> = tokens
    ? { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    : { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
  return postUntilRecorded(service, '/agent/auth/token', form({ client_id: clientId, ...grant }));
}

async function revoke(service: Started, token: string, clientId?: string): Promise<void> {
  const fields = { token, ...(clientId !== undefined && { client_id: clientId }) };
  const { status, text } = await postUntilRecorded(service, '/agent/auth/revoke', form(fields));
  expect(status, text).toBe(200);
}

/** Registers, consents, gets tokens, refreshes them and revokes every second grant, until a connection breaks. */
export async function consentUntilItBreaks(about: {
  service: Started;
  accounts: Account[];
  onAnswer: () => void;
}): Promise<void> {
  const { service, accounts, onAnswer } = about;

  async function step(account: Account, waitsFor: 'exchange' | 'refresh') {
    account.waitsFor = waitsFor;
    const { status, text } = await requestTokens(service, account);
    expect(status, `${waitsFor}: ${text}`).toBe(200);
    account.tokens = Tokens.parse(JSON.parse(text));
    account.waitsFor = undefined;
    onAnswer();
  }

  const lanes = Array.from({ length: 3 }, async (_, lane) => {
    for (let number = lane; ; number += 1) {
      const clientId = await register(service);
      onAnswer();
      const code = await consent(service, clientId);
      onAnswer();
      const account: Account = { waitsFor: undefined, clientId, code, tokens: undefined, isEnded: false };
      accounts.push(account);
      await step(account, 'exchange');
      for (let times = 0; times < 2; times += 1) await step(account, 'refresh');
      if (number % 2 || !account.tokens) continue;
      account.waitsFor = 'revocation';
      await revoke(service, account.tokens.refresh_token, clientId);
      Object.assign(account, { waitsFor: undefined, isEnded: true });
      onAnswer();
    }
  });
  await expectBroken(lanes);
}

/** A lane ends with its connection; whatever else ends one is a fault. */
async function expectBroken(lanes: Promise<void>[]) {
  for (const lane of await Promise.allSettled(lanes)) {
    if (lane.status === 'rejected' && !(lane.reason instanceof TypeError)) throw lane.reason;
  }
}

/**
 * What came of a request without a response: completed by sending it again, or its use was recorded, so a person has to
 * consent again.
 */
export type AccountOutcome = 'completed' | 'used' | undefined;

/** Sends the request again whose response was lost. */
export async function resume(account: Account, service: Started): Promise<AccountOutcome> {
  const { waitsFor, tokens, clientId } = account;
  account.waitsFor = undefined;
  if (waitsFor === undefined) return undefined;
  if (waitsFor === 'revocation' && tokens) {
    await revoke(service, tokens.refresh_token, clientId);
    account.isEnded = true;
    return 'completed';
  }
  const { status, text } = await requestTokens(service, account);
  if (status === 200) {
    account.tokens = Tokens.parse(JSON.parse(text));
    return 'completed';
  }
  expect([status, text], waitsFor).toEqual([400, expect.stringContaining('used before')]);
  account.isEnded = true;
  return 'used';
}

/** A live grant is refreshed and its token opens the account; nothing of an ended one does. */
export async function expectRights(account: Account, service: Started): Promise<void> {
  if (!account.tokens) return;
  const { status, text } = await requestTokens(service, account);
  if (account.isEnded) {
    expect([status, text]).toEqual([400, expect.stringContaining('invalid_grant')]);
  } else {
    expect(status, text).toBe(200);
    account.tokens = Tokens.parse(JSON.parse(text));
  }
  const read = await readWith(account.tokens.access_token, service, '/api/v1/agent/account');
  expect(read, account.isEnded ? 'a token of an ended grant' : 'a token').toBe(account.isEnded ? 401 : 200);
}

/** One checkout, and the key that it was told. */
export interface Checkout {
  waitsFor: 'completion' | 'revocation' | undefined;
  id: string;
  key: string | undefined;
  isRevoked: boolean;
}

const Session = z.object({ id: z.string() });
const Completed = z.object({
  order: z.object({
    fulfillments: z.tuple([z.object({ digital_delivery: z.object({ license_key: z.string().optional() }) })]),
  }),
});

async function complete(service: Started, { id }: Checkout): Promise<string | undefined> {
  const headers = { 'idempotency-key': `complete-${id}` };
  const { status, text } = await postUntilRecorded(service, `/checkout_sessions/${id}/complete`, { headers });
  expect(status, text).toBe(200);
  return Completed.parse(JSON.parse(text)).order.fulfillments[0].digital_delivery.license_key;
}

/** Opens checkouts, completes them and revokes the key of every second one, until a connection breaks. */
export async function checkOutUntilItBreaks(about: {
  service: Started;
  checkouts: Checkout[];
  onAnswer: () => void;
}): Promise<void> {
  const { service, checkouts, onAnswer } = about;
  const lanes = Array.from({ length: 3 }, async (_, lane) => {
    for (let number = lane; ; number += 1) {
      const { text } = await postUntilRecorded(service, '/checkout_sessions', {});
      const { id } = Session.parse(JSON.parse(text));
      const checkout: Checkout = { waitsFor: 'completion', id, key: undefined, isRevoked: false };
      checkouts.push(checkout);
      checkout.key = await complete(service, checkout);
      onAnswer();
      checkout.waitsFor = number % 2 && checkout.key ? 'revocation' : undefined;
      if (!checkout.waitsFor || !checkout.key) continue;
      await revoke(service, checkout.key);
      Object.assign(checkout, { waitsFor: undefined, isRevoked: true });
      onAnswer();
    }
  });
  await expectBroken(lanes);
}

/**
 * What was interrupted is completed by sending it again. The key of a completed checkout is the same each time it is
 * sent and opens an article; a revoked key opens nothing.
 * @returns whether it had been interrupted
 */
export async function expectKey(checkout: Checkout, service: Started, path: string): Promise<boolean> {
  const { waitsFor } = checkout;
  checkout.waitsFor = undefined;
  if (waitsFor === 'completion') checkout.key = await complete(service, checkout);
  if (!checkout.key) throw new Error(`The checkout ${checkout.id} gave no key.`);
  if (waitsFor === 'revocation') {
    await revoke(service, checkout.key);
    checkout.isRevoked = true;
  }
  expect(await complete(service, checkout)).toBe(checkout.isRevoked ? undefined : checkout.key);
  const read = await readWith(checkout.key, service, path);
  expect(read, checkout.isRevoked ? 'a revoked key' : 'a key').toBe(checkout.isRevoked ? 401 : 200);
  return waitsFor !== undefined;
}
