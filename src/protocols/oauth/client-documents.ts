import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Client } from '../../core/authorization/clients.ts';
import { dayMs, hourMs } from '../../core/durations.ts';
import { describeMistake } from '../../core/mistake.ts';
import { readClientRequest } from './client-metadata.ts';
import { OauthError, showable } from './oauth-error.ts';

/** Reads the text at an address that a stranger chose. Whoever makes one keeps it to public hosts, small answers and short waits. */
export type ReadSite = (address: URL) => Promise<SiteAnswer>;

export type SiteAnswer =
  | { kind: 'read'; text: string; cacheControl: string | undefined }
  /** `reason` as a sentence for whoever runs the site. */
  | { kind: 'unreadable'; reason: string };

const mostDocuments = 1_000;
const longestAddress = 2_048;
const usualLifeMs = hourMs;
const longestLifeMs = dayMs;

/** What a document needs besides the metadata of a registration (MCP 2026-07-28, client registration). */
const Document = z.looseObject({
  client_id: z.string(),
  client_name: z.string(),
  redirect_uris: z.array(z.string()).min(1),
  grant_types: z.array(z.string()).optional(),
  token_endpoint_auth_method: z.literal('none').optional(),
  client_secret: z.undefined().optional(),
});

/**
 * Client ID metadata documents (draft-ietf-oauth-client-id-metadata-document-02): the id of a client is the address of a document
 * that describes it. Documents are kept as long as their site allows, at most a day; what could not be read or taken is not kept.
 * @returns a function that reads the client behind an id, and throws OauthError `invalid_request` with what is wrong, and where
 */
export function createClientDocuments(about: {
  readSite: ReadSite;
  /** Epoch milliseconds. */
  now: () => number;
}): (id: string) => Promise<Client> {
  const { readSite, now } = about;
  const known = new LRUCache<string, Client>({ max: mostDocuments });
  const underway = new Map<string, Promise<Client>>();

  async function read(id: string): Promise<Client> {
    const answer = await readSite(readAddress(id));
    if (answer.kind === 'unreadable') throw refuse(id, answer.reason);
    const createdAt = now();
    const expiresAt = createdAt + readLife(answer.cacheControl);
    const client = { ...readDocument(id, answer.text), id, createdAt, expiresAt };
    if (expiresAt > createdAt) known.set(id, client);
    return client;
  }

  return (id) => {
    const kept = known.get(id);
    if (kept && kept.expiresAt > now()) return Promise.resolve(kept);
    const reading = underway.get(id) ?? read(id).finally(() => underway.delete(id));
    underway.set(id, reading);
    return reading;
  };
}

/** Section 3: https with a path, nothing that two readers could take for two addresses. */
function readAddress(id: string): URL {
  const url = URL.parse(id);
  const isClear = url?.protocol === 'https:' && url.href === id && id.length <= longestAddress;
  if (!url || !isClear || url.pathname === '/' || url.hash || url.username || url.password) {
    throw refuse(id, 'A client_id that is an address is https with a path, written in its normal form.');
  }
  return url;
}

function readDocument(id: string, text: string) {
  const parsed = Document.safeParse(parseJson(id, text));
  if (!parsed.success) {
    throw refuse(id, describeMistake(parsed.error, { whole: 'The document' }));
  }
  const document = parsed.data;
  if (document.client_id !== id) throw refuse(id, 'client_id: it is not the address of the document.');
  const grantTypes = (document.grant_types ?? ['authorization_code']).filter((name) => name !== 'client_credentials');
  try {
    return readClientRequest({ ...document, grant_types: grantTypes, token_endpoint_auth_method: 'none' });
  } catch (thrown) {
    if (thrown instanceof OauthError) throw refuse(id, thrown.message);
    throw thrown;
  }
}

function parseJson(id: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse(id, 'It is not JSON.');
  }
}

/** RFC 9111 section 5.2.2, of what a site says: how long may its document be kept? */
function readLife(cacheControl: string | undefined): number {
  if (cacheControl === undefined) return usualLifeMs;
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return 0;
  const seconds = /\bmax-age=(\d{1,9})/i.exec(cacheControl)?.[1];
  return seconds === undefined ? usualLifeMs : Math.min(Number(seconds) * 1000, longestLifeMs);
}

function refuse(id: string, reason: string): OauthError {
  return showable((words) => words.badDocument(id.slice(0, 200), reason));
}
