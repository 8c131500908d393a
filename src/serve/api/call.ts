import type { Operation } from '../../contract/operation.ts';
import type { Mirror, Urls } from '../../contract/urls.ts';
import type { Caller } from '../../core/access/caller.ts';
import type { LedgerEvent } from '../../core/ledger/ledger.ts';
import { parseJson } from '../../core/parse-json.ts';
import { ServiceError } from '../../core/service-error.ts';
import { describeMistake } from '../../library/mistake.ts';
import type { HttpRequest } from '../../protocols/http.ts';

const defaultLimit = 65_536;
/** Bytes above which a body waits for the turn of its sender, because it takes long to decode and parse. */
const largeBody = 8_192;
/** Beyond the usual limit, so many bytes count as a call: to receive and decode them takes longer than most calls. */
const bytesOfCall = 16_384;
/** Methods whose content has no meaning (RFC 9110 section 9.3). */
const bodyless = new Set(['GET', 'HEAD', 'DELETE']);
const none = new Uint8Array();
/** Decodes complete texts only, so no state passes from one to the next. */
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * A request that was validated against the contract table, as handlers receive it.
 * @throws ServiceError if the request does not match the table
 */
export async function readCall(
  request: HttpRequest,
  operation: Operation,
  about: Pick<CheckedCall, 'params' | 'mirror' | 'caller' | 'spend' | 'note'> & { urls: Urls },
): Promise<CheckedCall> {
  const { search, method } = request;
  const query = operation.query && parseQuery(new URLSearchParams(search), operation);
  const bytes = bodyless.has(method) ? none : await readBytes(request, operation);
  if (bytes.byteLength > largeBody)
    await about.spend(Math.ceil(Math.max(0, bytes.byteLength - defaultLimit) / bytesOfCall));
  const bodyText = decodeBody(bytes);
  return new CheckedCall(request, { ...about, query, bodyText, body: parseBody(bodyText, operation) });
}

/**
 * A class, because V8 promotes the getter of an object literal to the old generation. Until the next full garbage
 * collection, the getter would retain everything that belongs to a finished request.
 */
class CheckedCall {
  readonly request: HttpRequest;
  readonly params: Record<string, string>;
  readonly query: unknown;
  readonly body: unknown;
  readonly bodyText: string;
  readonly mirror: Mirror;
  readonly caller: Caller;
  readonly requestId: string;
  readonly clientAddress: string;
  readonly spend: (calls: number, most?: 'minute') => Promise<void>;
  readonly note: (event: LedgerEvent) => void;
  readonly #urls: Urls;

  constructor(
    request: HttpRequest,
    read: Pick<CheckedCall, 'params' | 'query' | 'body' | 'bodyText' | 'mirror' | 'caller' | 'spend' | 'note'> & {
      urls: Urls;
    },
  ) {
    this.request = request;
    this.params = read.params;
    this.query = read.query;
    this.body = read.body;
    this.bodyText = read.bodyText;
    this.mirror = read.mirror;
    this.caller = read.caller;
    this.spend = read.spend;
    this.note = read.note;
    this.requestId = request.requestId;
    this.clientAddress = request.clientAddress;
    this.#urls = read.urls;
  }

  /** Parsed on access: few handlers need it. */
  get url(): URL {
    return new URL(this.#urls.at(this.request.url));
  }
}

async function readBytes(request: HttpRequest, operation: Operation): Promise<Uint8Array> {
  const { headers } = request;
  const encoding = headers.get('content-encoding')?.toLowerCase();
  const bytes = await request.readBody(operation.bodyLimit ?? defaultLimit);
  if (encoding && encoding !== 'identity') {
    throw new ServiceError('unsupported_media_type', `Content-Encoding is ${encoding}.`);
  }
  if (bytes.byteLength === 0) return bytes;
  const wanted = operation.body?.mediaType ?? 'application/json';
  const given = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (given !== wanted) {
    throw new ServiceError('unsupported_media_type', `Content-Type is ${given || 'missing'}; ${wanted} is read here.`);
  }
  return bytes;
}

/** @throws ServiceError invalid_json for bytes that are not UTF-8 */
function decodeBody(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new ServiceError('invalid_json', 'It is not UTF-8.', { cause });
  }
}

/**
 * Parses the JSON body of an operation and checks it against its schema.
 * @returns undefined when no body was sent and none is required
 * @throws ServiceError invalid_json | invalid_request
 */
function parseBody(text: string, operation: Operation): unknown {
  const { body } = operation;
  if (!body?.isValidated) return undefined;
  if (text.trim() === '') {
    if (body.isRequired) throw new ServiceError('invalid_request', 'The body is missing.');
    return undefined;
  }
  const parsed = body.schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new ServiceError('invalid_request', describeMistake(parsed.error));
}

/**
 * Checks the query of an operation against its schema.
 * @throws ServiceError with the code the table names, `invalid_request` by default
 */
function parseQuery(given: URLSearchParams, operation: Operation): unknown {
  if (!operation.query) return undefined;
  // The handlers of OAuth check for themselves: people get a page.
  const twice = operation.errorFormat !== 'oauth' && findRepeated(given, Object.keys(operation.query.shape));
  if (twice) throw new ServiceError('invalid_request', `${twice}: it is given more than once.`);
  const parsed = operation.query.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0]);
  throw new ServiceError(operation.queryErrors?.[name] ?? 'invalid_request', describeMistake(parsed.error));
}

/** A parameter of the operation that is given twice. A client that means both would not notice that one is ignored. */
function findRepeated(given: URLSearchParams, names: readonly string[]): string | undefined {
  return names.find((name) => given.getAll(name).length > 1);
}
