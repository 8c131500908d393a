import { bytesToHex } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { minuteMs } from '../../library/durations.ts';
import { nameWrongMembers } from '../../library/mistake.ts';
import { hashMessage, recoverSigner } from './signature.ts';

/** Part of every message, so that a signature made for another purpose is none here. */
const statement = 'Read again an article that this wallet has already paid for.';

/** From the challenge to the last moment its signature is taken. */
const signInTtlMs = 5 * minuteMs;

/** A challenge comes from our own clock, or that of a sister process. */
const skewMs = 5_000;

const SignIn = z.object({
  domain: z.string(),
  address: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  statement: z.string().optional(),
  uri: z.string(),
  version: z.string(),
  chainId: z.string(),
  type: z.string(),
  nonce: z.string(),
  issuedAt: z.string(),
  expirationTime: z.string().optional(),
  notBefore: z.string().optional(),
  requestId: z.string().optional(),
  resources: z.array(z.string()).optional(),
  signature: z.string(),
});
type SignIn = z.infer<typeof SignIn>;

/** As the reference server of sign-in-with-x names them. */
export type SignInErrorReason =
  | 'invalid_siwx_unsupported_chain'
  | 'invalid_siwx_domain_mismatch'
  | 'invalid_siwx_uri_mismatch'
  | 'invalid_siwx_statement_mismatch'
  | 'invalid_siwx_nonce'
  | 'invalid_siwx_issued_at'
  | 'invalid_siwx_issued_at_too_old'
  | 'invalid_siwx_issued_at_in_future'
  | 'invalid_siwx_expired'
  | 'invalid_siwx_not_yet_valid'
  | 'invalid_siwx_signature';

export type SignInCheck =
  | { kind: 'sound'; payer: string; nonce: string; goodForMs: number }
  | { kind: 'refused'; reason: SignInErrorReason }
  | { kind: 'malformed'; detail: string };

/** The message for a wallet to sign: `info` of the sign-in-with-x extension (CAIP-122). `nonce` is 32 hex digits. */
export interface SignInInfo {
  domain: string;
  uri: string;
  version: '1';
  statement: string;
  nonce: string;
  issuedAt: string;
  expirationTime: string;
}

/** A nonce for such a question: 32 hex digits. */
export function drawNonce(randomBytes: (length: number) => Uint8Array): string {
  return bytesToHex(randomBytes(16));
}

/**
 * Writes questions to wallets: the times of one second are the same for all that are asked in it.
 * @param domain host of the service, with its port (EIP-4361 `domain`)
 */
export function createSignInQuestions(
  domain: string,
): (about: { resource: string; nonce: string; now: number }) => SignInInfo {
  let second = Number.NaN;
  let times = { issuedAt: '', expirationTime: '' };

  return ({ resource, nonce, now }) => {
    const whole = now - (now % 1000);
    if (whole !== second) {
      second = whole;
      times = { issuedAt: writeTime(whole), expirationTime: writeTime(whole + signInTtlMs) };
    }
    return { domain, uri: resource, version: '1', statement, nonce, ...times };
  };
}

function writeTime(at: number): string {
  return new Date(at).toISOString();
}

/** EIP-4361 message text, field by field in the order of its grammar. */
function writeMessage(signIn: SignIn, chain: string): string {
  const optional: [string, string | undefined][] = [
    ['Expiration Time', signIn.expirationTime],
    ['Not Before', signIn.notBefore],
    ['Request ID', signIn.requestId],
  ];
  return [
    `${signIn.domain} wants you to sign in with your Ethereum account:`,
    signIn.address,
    '',
    statement,
    '',
    `URI: ${signIn.uri}`,
    `Version: ${signIn.version}`,
    `Chain ID: ${chain}`,
    `Nonce: ${signIn.nonce}`,
    `Issued At: ${signIn.issuedAt}`,
    ...optional.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`])),
    ...(signIn.resources ? ['Resources:', ...signIn.resources.map((resource) => `- ${resource}`)] : []),
  ].join('\n');
}

function findTimeRefusal(signIn: SignIn, now: number): SignInErrorReason | undefined {
  const issuedAt = Date.parse(signIn.issuedAt);
  if (Number.isNaN(issuedAt)) return 'invalid_siwx_issued_at';
  if (issuedAt > now + skewMs) return 'invalid_siwx_issued_at_in_future';
  if (now - issuedAt > signInTtlMs) return 'invalid_siwx_issued_at_too_old';
  // Written as "not before the end" so that an unreadable time refuses too.
  if (signIn.expirationTime !== undefined && !(now < Date.parse(signIn.expirationTime))) return 'invalid_siwx_expired';
  if (signIn.notBefore !== undefined && !(now >= Date.parse(signIn.notBefore))) return 'invalid_siwx_not_yet_valid';
  return undefined;
}

/**
 * Verifies a signed challenge against the configured URL of the article, never against a Host header. The caller checks
 * that the nonce was not used before, which needs state.
 *
 * The nonce need not be one that we issued: a message counts by its signature, for one URL, for minutes and once.
 */
export function checkSignIn(value: unknown, expected: { resource: string; network: string; now: number }): SignInCheck {
  const parsed = SignIn.safeParse(value);
  if (!parsed.success) return { kind: 'malformed', detail: nameWrongMembers(parsed.error, 'sign-in-with-x') };
  const signIn = parsed.data;
  const refuse = (reason: SignInErrorReason): SignInCheck => ({ kind: 'refused', reason });
  if (signIn.type !== 'eip191' || signIn.chainId !== expected.network) return refuse('invalid_siwx_unsupported_chain');
  if (signIn.domain !== new URL(expected.resource).host) return refuse('invalid_siwx_domain_mismatch');
  if (signIn.uri !== expected.resource) return refuse('invalid_siwx_uri_mismatch');
  if (signIn.statement !== statement) return refuse('invalid_siwx_statement_mismatch');
  if (!/^[0-9a-f]{32}$/.test(signIn.nonce)) return refuse('invalid_siwx_nonce');
  const timeRefusal = findTimeRefusal(signIn, expected.now);
  if (timeRefusal) return refuse(timeRefusal);

  const payer = signIn.address.toLowerCase();
  const digest = hashMessage(writeMessage(signIn, expected.network.replace('eip155:', '')));
  if (recoverSigner(digest, signIn.signature) !== payer) return refuse('invalid_siwx_signature');
  const goodForMs = Date.parse(signIn.issuedAt) + signInTtlMs - expected.now;
  return { kind: 'sound', payer, nonce: signIn.nonce, goodForMs };
}
