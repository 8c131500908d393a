import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Client, ReadDocument } from '../../core/authorization/clients.ts';
import { dayMs, hourMs } from '../../core/durations.ts';
import { describeMistake } from '../../library/mistake.ts';
import { readClientRequest } from './client-metadata.ts';
import { OauthError, toErrorDescription } from './oauth-error.ts';

/**
 * Reads the text at an address that a stranger chose, for the client at `clientAddress`. The implementation restricts it to public
 * hosts, small responses and short waits.
 * @returns undefined when it could not be read; why is nobody's business
 */
export type FetchDocument = (address: URL, clientAddress: string) => Promise<SiteText | undefined>;

export interface SiteText {
  text: string;
  cacheControl: string | undefined;
}

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
 * that describes it. Documents are cached as long as their site allows, at most a day; failures are not cached.
 * @returns a function that reads the client behind an id. It throws OauthError `invalid_request`: one sentence for whatever is no
 *   document of this client, so that nobody can find out what a host answers; details only of a document that names its address
 */
export function createClientDocuments(about: {
  readSite: FetchDocument;
  /** Epoch milliseconds. */
  now: () => number;
}): ReadDocument {
  const { readSite, now } = about;
  const known = new LRUCache<string, Client>({ max: mostDocuments });
  const underway = new Map<string, Promise<Client>>();

  async function read(id: string, clientAddress: string): Promise<Client> {
    const found = await readSite(readAddress(id), clientAddress);
    const document = found && parseJson(found.text);
    if (!namesItself(document, id)) throw toErrorDescription((words) => words.unreadableDocument(id.slice(0, 200)));
    const createdAt = now();
    const expiresAt = createdAt + readLife(found?.cacheControl);
    const client = { ...readMetadata(id, document), id, createdAt, expiresAt };
    if (expiresAt > createdAt) known.set(id, client);
    return client;
  }

  return (id, clientAddress) => {
    const kept = known.get(id);
    if (kept && kept.expiresAt > now()) return Promise.resolve(kept);
    const reading = underway.get(id) ?? read(id, clientAddress).finally(() => underway.delete(id));
    underway.set(id, reading);
    return reading;
  };
}

/** Section 3: https with a path, nothing that two readers could take for two addresses. A port would make this a port probe. */
function readAddress(id: string): URL {
  const url = URL.parse(id);
  const isClear = url?.protocol === 'https:' && url.href === id && id.length <= longestAddress;
  if (!url || !isClear || url.pathname === '/' || url.port || url.hash || url.username || url.password) {
    throw refuse(
      id,
      'A client_id that is an address is https with a path and without a port, written in its normal form.',
    );
  }
  return url;
}

/** Section 4.1: the one member that proves the document to be meant for this. */
function namesItself(document: unknown, id: string): boolean {
  return typeof document === 'object' && document !== null && 'client_id' in document && document.client_id === id;
}

function readMetadata(id: string, value: unknown) {
  const parsed = Document.safeParse(value);
  if (!parsed.success) {
    throw refuse(id, describeMistake(parsed.error, { whole: 'The document' }));
  }
  const document = parsed.data;
  const grantTypes = (document.grant_types ?? ['authorization_code']).filter((name) => name !== 'client_credentials');
  try {
    return readClientRequest({ ...document, grant_types: grantTypes, token_endpoint_auth_method: 'none' });
  } catch (thrown) {
    if (thrown instanceof OauthError) throw refuse(id, thrown.message);
    throw thrown;
  }
}

/** Undefined for what is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
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
  return toErrorDescription((words) => words.badDocument(id.slice(0, 200), reason));
}
