import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Client, ReadDocument } from '../../core/authorization/clients.ts';
import { tryJson } from '../../core/parse-json.ts';
import { describeMistake } from '../../library/mistake.ts';
import { type FetchDocument, readLife } from '../fetched-document.ts';
import { readClientRequest } from './client-metadata.ts';
import { OauthError, toErrorDescription } from './oauth-error.ts';

const maxDocuments = 1_000;
const maxUrlLength = 2_048;

/** Members that a document has in addition to a registration's metadata (MCP 2026-07-28, client registration). */
const Document = z.looseObject({
  client_id: z.string(),
  client_name: z.string(),
  redirect_uris: z.array(z.string()).min(1),
  grant_types: z.array(z.string()).optional(),
  token_endpoint_auth_method: z.literal('none').optional(),
  client_secret: z.undefined().optional(),
});

/**
 * Client ID metadata documents (draft-ietf-oauth-client-id-metadata-document-02): the ID of a client is the URL of a
 * document that describes it. Documents are cached as long as their site allows, at most a day; failures are not
 * cached.
 * @returns a function that resolves an ID to a client. It throws OauthError `invalid_request` with the same message for
 *   every failure, so that the endpoint cannot be used to probe hosts; it gives details only for a document that names
 *   its own URL
 */
export function createClientDocuments(about: {
  readSite: FetchDocument;
  /** Epoch milliseconds. */
  now: () => number;
}): ReadDocument {
  const { readSite, now } = about;
  const known = new LRUCache<string, Client>({ max: maxDocuments });
  const underway = new Map<string, Promise<Client>>();

  async function read(id: string, clientAddress: string): Promise<Client> {
    const found = await readSite(parseId(id), clientAddress);
    const document = found && tryJson(found.text);
    if (!namesItself(document, id)) throw toErrorDescription((words) => words.unreadableDocument(id.slice(0, 200)));
    const createdAt = now();
    const expiresAt = createdAt + readLife(found?.cacheControl);
    const client = { ...readMetadata(id, document), id, createdAt, expiresAt };
    if (expiresAt > createdAt) known.set(id, client);
    return client;
  }

  return (id, clientAddress) => {
    const cached = known.get(id);
    if (cached && cached.expiresAt > now()) return Promise.resolve(cached);
    const reading = underway.get(id) ?? read(id, clientAddress).finally(() => underway.delete(id));
    underway.set(id, reading);
    return reading;
  };
}

/**
 * Section 3: https with a path, and no part that two parsers could read as two URLs. A port would make this a port
 * probe.
 */
function parseId(id: string): URL {
  const url = URL.parse(id);
  const isClear = url?.protocol === 'https:' && url.href === id && id.length <= maxUrlLength;
  if (!url || !isClear || url.pathname === '/' || url.port || url.hash || url.username || url.password) {
    throw refuse(id, 'A client_id that is a URL is https with a path and without a port, written in its normal form.');
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

function refuse(id: string, reason: string): OauthError {
  return toErrorDescription((words) => words.badDocument(id.slice(0, 200), reason));
}
