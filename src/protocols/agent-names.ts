import { LRUCache } from 'lru-cache';
import { isInnerList, parseDictionary, parseItem, serializeInnerList, serializeItem } from 'structured-headers';
import { z } from 'zod';
import type { Urls } from '../contract/urls.ts';
import type { Services, SignedRequest } from '../core/services.ts';
import { sha256 } from '../library/digest.ts';
import { minuteMs } from '../library/durations.ts';
import { type FetchDocument, readLife } from './fetched-document.ts';

type NameAgent = Services['nameAgent'];

type Keys = ReadonlyMap<string, CryptoKey>;
type InnerList = Parameters<typeof serializeInnerList>[0];

/** The header of a signed request (RFC 9421 section 4.1). */
export const signatureHeader = 'signature-input';

const directoryPath = '/.well-known/http-message-signatures-directory';
const maxDirectories = 500;
const maxKeys = 20;
/** A signature that covers more is not valid: every request is checked before it is counted. */
const maxComponents = 32;
/**
 * Longer headers are not parsed: parsing 14 KB takes as long as many requests, and happens before the limit is known.
 */
const maxHeader = 1_024;
const signedBy = [signatureHeader, 'signature', 'signature-agent'];
/** A directory that cannot be read is requested again after this time. */
const retryMs = minuteMs;
/** The clocks of an agent and of this service may differ by so much. */
const skewSeconds = 60;
const maxLifeSeconds = 86_400;

const Directory = z.looseObject({
  keys: z.array(z.looseObject({ kty: z.string(), crv: z.string().optional(), x: z.string().optional() })).max(maxKeys),
});

/**
 * Web Bot Auth (draft-ietf-webbotauth-httpsig-protocol over RFC 9421, Ed25519). The directory of an agent is fetched by
 * the rules for client documents, in the background: no request waits for it, and the first ones of an agent have no
 * name.
 */
export function createAgentNames(about: { urls: Urls; readSite: FetchDocument; now: () => number }): NameAgent {
  const { urls, readSite, now } = about;
  const directories = new LRUCache<string, { keys: Keys; expiresAt: number }>({ max: maxDirectories });
  /**
   * When a client may have a directory read again that could not be read for it: only for this client, since it may
   * have caused the failure, such as by taking all of its own slots.
   */
  const retries = new LRUCache<string, number>({ max: maxDirectories });
  const underway = new Set<string>();
  const named = new WeakMap<SignedRequest, Promise<string | undefined>>();
  const authority = new URL(urls.base).host;

  function findKeys(origin: string, clientAddress: string): Keys | undefined {
    const known = directories.get(origin);
    if (known && known.expiresAt > now()) return known.keys;
    const retryAt = retries.get(`${clientAddress} ${origin}`) ?? 0;
    if (!underway.has(origin) && retryAt <= now()) void readDirectory(origin, clientAddress);
    return undefined;
  }

  async function readDirectory(origin: string, clientAddress: string): Promise<void> {
    underway.add(origin);
    try {
      const found = await readSite(new URL(directoryPath, origin), clientAddress);
      const keys = found ? await importKeys(found.text) : new Map<string, CryptoKey>();
      if (keys.size === 0) retries.set(`${clientAddress} ${origin}`, now() + retryMs);
      else directories.set(origin, { keys, expiresAt: now() + Math.max(readLife(found?.cacheControl), retryMs) });
    } finally {
      underway.delete(origin);
    }
  }

  function readComponent(name: string, request: SignedRequest): string | undefined {
    const { method, url = '/', headers } = request;
    switch (name) {
      case '@authority':
        return authority;
      case '@target-uri':
        return urls.at(url);
      case '@method':
        return method;
      case '@path':
        return url.split('?', 1)[0];
      default:
        return name.startsWith('@') ? undefined : (headers.get(name)?.trim() ?? undefined);
    }
  }

  /**
   * RFC 9421 section 2.5.
   * @returns undefined when it covers too much, one thing twice, or what this service does not know
   */
  function createBase(covered: InnerList, request: SignedRequest): string | undefined {
    const [components] = covered;
    if (components.length > maxComponents) return undefined;
    if (new Set(components.map((component) => serializeItem(component))).size < components.length) return undefined;
    const lines: string[] = [];
    const dictionaries = new Map<string, ReturnType<typeof parseDictionary>>();
    for (const [name, parameters] of components) {
      if (typeof name !== 'string') return undefined;
      const key = parameters.get('key');
      const known = key === undefined ? parameters.size === 0 : parameters.size === 1 && typeof key === 'string';
      const whole = known ? readComponent(name, request) : undefined;
      if (whole === undefined) return undefined;
      if (key !== undefined && !dictionaries.has(name)) dictionaries.set(name, parseDictionary(whole));
      const member = typeof key === 'string' ? dictionaries.get(name)?.get(key) : undefined;
      if (key !== undefined && (!member || isInnerList(member))) return undefined;
      const value = member && !isInnerList(member) ? serializeItem(member) : whole;
      lines.push(`${serializeItem([name, parameters])}: ${value}`);
    }
    return [...lines, `"@signature-params": ${serializeInnerList(covered)}`].join('\n');
  }

  async function verify(request: SignedRequest): Promise<string | undefined> {
    const { headers, clientAddress } = request;
    const inputs = parseDictionary(headers.get(signatureHeader) ?? '');
    const [label, covered] = [...inputs].find(([, input]) => input[1].get('tag') === 'web-bot-auth') ?? [];
    if (label === undefined || !covered || !isInnerList(covered) || !isCurrent(covered, now() / 1000)) return undefined;
    const names = covered[0].map(([name]) => name);
    const isBound = names.includes('@authority') || names.includes('@target-uri');
    const origin = readAgent(headers.get('signature-agent') ?? '', covered);
    if (!isBound || !names.includes('signature-agent') || !origin) return undefined;
    const [signature] = parseDictionary(headers.get('signature') ?? '').get(label) ?? [];
    const key = findKeys(origin, clientAddress)?.get(String(covered[1].get('keyid')));
    if (!(signature instanceof ArrayBuffer) || !key) return undefined;
    const base = createBase(covered, request);
    if (base === undefined) return undefined;
    const isValid = await crypto.subtle.verify('Ed25519', key, signature, new TextEncoder().encode(base));
    return isValid ? new URL(origin).hostname : undefined;
  }

  return (request) => {
    // A header that cannot be parsed is the same as a signature that is not valid: the agent has no name.
    const isLong = signedBy.some((header) => (request.headers.get(header)?.length ?? 0) > maxHeader);
    const name = named.get(request) ?? (isLong ? Promise.resolve(undefined) : verify(request).catch(() => undefined));
    named.set(request, name);
    return name;
  };
}

/** Is the signature of this moment, and short-lived? */
function isCurrent([, parameters]: InnerList, nowSeconds: number): boolean {
  const [created, expires] = [parameters.get('created'), parameters.get('expires')];
  const algorithm = parameters.get('alg') ?? 'ed25519';
  if (typeof created !== 'number' || typeof expires !== 'number' || algorithm !== 'ed25519') return false;
  return created <= nowSeconds + skewSeconds && expires > nowSeconds && expires - created <= maxLifeSeconds;
}

/**
 * Signature-Agent: a string, or a dictionary whose member the signature names.
 * @returns an origin of https without a port
 */
function readAgent(header: string, [covered]: InnerList): string | undefined {
  const isString = header.trimStart().startsWith('"');
  const key = covered.find(([name]) => name === 'signature-agent')?.[1].get('key');
  const member = isString ? parseItem(header) : parseDictionary(header).get(String(key));
  const url = typeof member?.[0] === 'string' ? URL.parse(member[0]) : null;
  const isClear = url?.protocol === 'https:' && !url.port && !url.username && !url.password && url.pathname === '/';
  return url && isClear ? url.origin : undefined;
}

/** The Ed25519 keys of a directory by their thumbprints (RFC 7638, RFC 8037 appendix A.3). */
async function importKeys(text: string): Promise<Keys> {
  const keys = new Map<string, CryptoKey>();
  try {
    for (const { kty, crv, x } of Directory.parse(JSON.parse(text)).keys) {
      if (kty !== 'OKP' || crv !== 'Ed25519' || x === undefined) continue;
      // RFC 7638 section 3: the members in the order of their names.
      const key = { crv, kty, x };
      keys.set(
        sha256(JSON.stringify(key), 'base64url'),
        await crypto.subtle.importKey('jwk', key, 'Ed25519', false, ['verify']),
      );
    }
  } catch {
    // A directory that is not one has no keys.
    keys.clear();
  }
  return keys;
}
