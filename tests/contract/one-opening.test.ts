import { createSIWxPayload } from '@x402/extensions/sign-in-with-x';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../src/contract/error-table.ts';
import { openArticle } from '../../src/core/access/access.ts';
import type { PaymentAttempt } from '../../src/core/payment/settle.ts';
import { decodeHeader, encodeHeader } from '../../src/protocols/x402/header.ts';
import { openForReader } from '../../src/site/reader-access.ts';
import { createWallet, signPayment } from '../conformance/x402-wallet.ts';
import { createTestApp } from '../support/app.ts';
import { makeLibrary, paidSentence } from '../support/library.ts';
import { testBase } from '../support/services.ts';

/** What a door decided: by which right it opened, or the status it refused with. */
type Decision = 'public' | 'subscriber' | 'purchase' | 400 | 401 | 402 | 403 | 404;

const slugs = { free: 'open-letter', paid: 'paid-study' } as const;
type Tier = keyof typeof slugs;

/** Where a credential holds: each token only where its audience says. */
const credentials = {
  none: { rest: 'none', mcp: 'none', page: 'none' },
  'another scheme': { rest: 'none', mcp: 'none', page: 'none' },
  'no credential after Bearer': { rest: 'invalid', mcp: 'invalid', page: 'invalid' },
  'a forged key': { rest: 'invalid', mcp: 'invalid', page: 'invalid' },
  'a revoked key': { rest: 'invalid', mcp: 'invalid', page: 'invalid' },
  'a key': { rest: 'valid', mcp: 'valid', page: 'valid' },
  'a key without articles:read': { rest: 'scopeless', mcp: 'scopeless', page: 'scopeless' },
  'a token': { rest: 'valid', mcp: 'valid', page: 'valid' },
  'a token without articles:read': { rest: 'scopeless', mcp: 'scopeless', page: 'scopeless' },
  'a token for the tool server': { rest: 'invalid', mcp: 'valid', page: 'invalid' },
  'a token for the API': { rest: 'valid', mcp: 'invalid', page: 'invalid' },
  'an expired token': { rest: 'invalid', mcp: 'invalid', page: 'invalid' },
  'a token written another way': { rest: 'invalid', mcp: 'invalid', page: 'invalid' },
} as const;
type Credential = keyof typeof credentials;
type Standing = 'none' | 'invalid' | 'valid' | 'scopeless';

const offers = {
  none: 'none',
  'a sound v2 payment': 'sound',
  'a sound v1 payment': 'sound',
  'the sign-in of a wallet that paid': 'sound',
  'the sign-in of a wallet that did not': 'unsound',
  'a payment of too little': 'unsound',
  'a payment that was used': 'unsound',
  'a payment for another article': 'unsound',
  'a payment for another host': 'unsound',
  'a payment for the other mirror': 'unsound',
  'what is no payment': 'malformed',
} as const;
type OfferName = keyof typeof offers;

/** contract.md "Keys", written down a second time. */
function expected(tier: Tier, standing: Standing, offer: OfferName): Decision {
  if (tier === 'free') return 'public';
  if (standing === 'valid') return 'subscriber';
  if (offers[offer] === 'sound') return 'purchase';
  if (standing === 'invalid') return 401;
  if (standing === 'scopeless') return 403;
  return offers[offer] === 'malformed' ? 400 : 402;
}

function listNames<Names extends string>(table: Readonly<Record<Names, unknown>>): Names[] {
  const names: Names[] = [];
  for (const name in table) names.push(name);
  return names;
}

let clock = () => Date.now();
let world: Awaited<ReturnType<typeof createTestApp>>;
const headers = new Map<Credential, string | undefined>();
/** What is bought with a credential that opens nothing by itself opens with it from then on: each time another one. */
const scopeless = new Map<Credential, () => Promise<string>>();
const authorizationOf = async (credential: Credential) =>
  (await scopeless.get(credential)?.()) ?? headers.get(credential);

beforeAll(async () => {
  world = await createTestApp(makeLibrary(testBase), { now: () => clock() });
  const { services, server, denyList } = world;
  const mint = (id: string, scopes: readonly ('articles:read' | 'mcp:connect')[]) =>
    services.keyring.mint({ id: id.repeat(20), scopes, issuedAt: Date.now() });
  const both = ['articles:read', 'mcp:connect'] as const;
  const issue = async (
    about: { scopes?: readonly ('articles:read' | 'mcp:connect')[]; resource?: string; subject?: string } = {},
  ) => {
    const { scopes = both, resource = testBase, subject = 'somebody' } = about;
    const terms = { clientId: 'client', subject, plan: 'demo', scopes: [...scopes], resources: [resource] };
    return (await server.tokens.issue(terms)).token;
  };
  const key = mint('a', both);
  const revoked = mint('b', both);
  await denyList.revoke('b'.repeat(20));
  clock = () => Date.now() - 7_200_000;
  const expired = await issue();
  clock = () => Date.now();
  const token = await issue();

  headers.set('another scheme', `Basic ${btoa(`user:${key}`)}`);
  headers.set('no credential after Bearer', 'Bearer');
  headers.set('a forged key', `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`);
  headers.set('a revoked key', `Bearer ${revoked}`);
  headers.set('a key', `Bearer ${key}`);
  let number = 0;
  scopeless.set('a key without articles:read', async () => {
    number += 1;
    const id = number.toString(16).padStart(20, '0');
    return `Bearer ${services.keyring.mint({ id, scopes: ['mcp:connect'], issuedAt: Date.now() })}`;
  });
  headers.set('a token', `Bearer ${token}`);
  scopeless.set('a token without articles:read', async () => {
    number += 1;
    return `Bearer ${await issue({ scopes: ['mcp:connect'], subject: `somebody ${number}` })}`;
  });
  headers.set('a token for the tool server', `Bearer ${await issue({ resource: `${testBase}/mcp` })}`);
  headers.set('a token for the API', `Bearer ${await issue({ resource: `${testBase}/api/v1` })}`);
  headers.set('an expired token', `Bearer ${expired}`);
  headers.set('a token written another way', `Bearer ${token}=`);
});

const addressOf = (tier: Tier) => `${testBase}/api/v1/articles/${slugs[tier]}`;

/** A new one each time: what is sound is so once. */
async function makeOffer(name: OfferName): Promise<{ header: string; value: unknown } | undefined> {
  const v2 = 'payment-signature';
  const wallet = createWallet();
  const payFor = async (url: string) => ({
    header: v2,
    value: { ...(await signPayment(wallet, 2)), resource: { url } },
  });
  switch (name) {
    case 'none':
      return undefined;
    case 'a sound v2 payment':
      return payFor(addressOf('paid'));
    case 'a sound v1 payment':
      return { header: 'x-payment', value: await signPayment(wallet, 1) };
    case 'a payment of too little':
      return { header: v2, value: await signPayment(wallet, 2, { value: '1' }) };
    case 'a payment for another article':
      return payFor(`${testBase}/api/v1/articles/paid-survey`);
    case 'a payment for another host':
      return payFor('https://elsewhere.example/api/v1/articles/paid-study');
    case 'a payment for the other mirror':
      return payFor(`${testBase}/api/sandbox/v1/articles/paid-study`);
    case 'what is no payment':
      return { header: v2, value: 'no payment' };
    case 'a payment that was used': {
      const used = await payFor(addressOf('paid'));
      await world.app.fetch(new Request(addressOf('paid'), { headers: { [v2]: encodeHeader(used.value) } }));
      return used;
    }
    case 'the sign-in of a wallet that paid': {
      const paid = await payFor(addressOf('paid'));
      await world.app.fetch(new Request(addressOf('paid'), { headers: { [v2]: encodeHeader(paid.value) } }));
      return signIn(wallet);
    }
    case 'the sign-in of a wallet that did not':
      return signIn(wallet);
  }
}

async function signIn(wallet: ReturnType<typeof createWallet>) {
  const unpaid = await world.app.fetch(new Request(addressOf('paid')));
  const required = decodeHeader(unpaid.headers.get('payment-required') ?? '');
  const { info, supportedChains } = required.kind === 'json' ? Object(required.value).extensions['sign-in-with-x'] : {};
  const nonce = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  const value = await createSIWxPayload({ ...info, ...supportedChains[0], nonce }, wallet, info.uri);
  return { header: 'sign-in-with-x', value };
}

function readStatus(status: number): Decision {
  const known = ([400, 401, 402, 403, 404] as const).find((candidate) => candidate === status);
  if (known === undefined) throw new Error(`No decision has the status ${status}.`);
  return known;
}

async function askRest(tier: Tier, credential: Credential, offer: OfferName): Promise<Decision> {
  const sent = new Headers();
  const authorization = await authorizationOf(credential);
  if (authorization) sent.set('authorization', authorization);
  const made = await makeOffer(offer);
  if (made) sent.set(made.header, encodeHeader(made.value));
  const response = await world.app.fetch(new Request(addressOf(tier), { headers: sent }));
  const text = await response.text();
  expect(text.includes(paidSentence)).toBe(tier === 'paid' && response.status === 200);
  return response.status === 200 ? JSON.parse(text).access_level : readStatus(response.status);
}

async function askTools(tier: Tier, credential: Credential, offer: OfferName): Promise<Decision> {
  const authorization = await authorizationOf(credential);
  const made = await makeOffer(offer);
  const params = {
    name: 'get_article',
    arguments: { slug: slugs[tier] },
    ...(made && { _meta: { [made.header === 'sign-in-with-x' ? 'x402/sign-in-with-x' : 'x402/payment']: made.value } }),
  };
  const response = await world.app.fetch(
    new Request(`${testBase}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    }),
  );
  const text = await response.text();
  if (response.status !== 200) return readStatus(response.status);
  const { result, error } = JSON.parse(text);
  expect(text.includes(paidSentence)).toBe(tier === 'paid' && error === undefined);
  if (!error) return result.structuredContent.access_level;
  return error.code === -32602 ? 400 : readStatus(error.code);
}

async function askPage(tier: Tier, credential: Credential): Promise<Decision> {
  const { services } = world;
  const key = (await authorizationOf(credential))?.replace(/^Bearer ?/, '');
  const article = services.catalogue.find(slugs[tier]);
  if (!article) throw new Error('The test library lacks an article.');
  const cookies = { get: () => (key === undefined ? undefined : { value: key }) };
  const body = await openForReader(article, { services, cookies, path: `/articles/${article.slug}` });
  if (body) return tier === 'free' ? 'public' : 'subscriber';
  return 402;
}

async function askCore(tier: Tier, credential: Credential, offer: OfferName): Promise<Decision> {
  const { services } = world;
  const caller = await services.identify(
    (await authorizationOf(credential)) ?? null,
    new URL(addressOf(tier)).pathname,
  );
  const made = await makeOffer(offer);
  const given: PaymentAttempt | undefined =
    made &&
    (made.header === 'sign-in-with-x'
      ? { kind: 'sign-in', message: made.value }
      : { kind: 'payment', payload: made.value });
  const opening = given
    ? await openArticle(services, slugs[tier], { caller, attempt: given, mirror: 'live' })
    : await openArticle(services, slugs[tier], { caller });
  switch (opening.kind) {
    case 'opened':
      expect(opening.body.markdown.includes(paidSentence)).toBe(tier === 'paid');
      return opening.level;
    case 'challenge':
      return 402;
    case 'refused':
      return readStatus(errorCatalogue[opening.reason].status);
  }
}

const tiers = listNames(slugs);
const credentialNames = listNames(credentials);
const offerNames = listNames(offers);
const table = tiers.flatMap((tier) => credentialNames.map((credential) => [tier, credential] as const));

describe.each(table)('a %s article for %s', (tier, credential) => {
  it.each(offerNames)('with %s is decided alike in core, REST and the tool server', async (offer) => {
    const { rest, mcp } = credentials[credential];
    expect(await askCore(tier, credential, offer)).toBe(expected(tier, rest, offer));
    expect(await askRest(tier, credential, offer)).toBe(expected(tier, rest, offer));
    // The tool server refuses an invalid credential before it looks at a message (contract.md, "MCP").
    expect(await askTools(tier, credential, offer)).toBe(mcp === 'invalid' ? 401 : expected(tier, mcp, offer));
  });

  it('is decided alike on the reading page, whose reader has a credential or none', async () => {
    const decided = expected(tier, credentials[credential].page, 'none');
    // A page names the price to everybody for whom it does not open.
    expect(await askPage(tier, credential)).toBe(typeof decided === 'number' ? 402 : decided);
  });
});
