import type { Operation } from '../../contract/operation.ts';
import type { Caller } from '../../core/access/caller.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Mirror, Urls } from '../../core/urls.ts';
import type { Asked } from '../socket/asked.ts';
import { decodeBody, parseBody, parseQuery } from './request-body.ts';

const defaultLimit = 65_536;

/**
 * What a handler is handed: the request, checked against the contract table.
 * @throws ServiceError for what does not match it
 */
export async function readCall(
  asked: Asked,
  operation: Operation,
  about: { params: Record<string, string>; mirror: Mirror; caller: Caller; urls: Urls },
) {
  const { params, mirror, caller, urls } = about;
  const { requestId, clientAddress, search } = asked;
  const query = operation.query && parseQuery(new URLSearchParams(search), operation);
  const bodyText = asked.method === 'GET' || asked.method === 'HEAD' ? '' : await readText(asked, operation);
  return {
    request: asked,
    /** Parsed when it is asked for: few handlers do. */
    get url() {
      return new URL(urls.at(asked.url));
    },
    params,
    query,
    body: parseBody(bodyText, operation),
    bodyText,
    mirror,
    caller,
    requestId,
    clientAddress,
  };
}

async function readText(asked: Asked, operation: Operation): Promise<string> {
  const { headers } = asked;
  const coding = headers.get('content-encoding');
  const bytes = await asked.readBody(operation.bodyLimit ?? defaultLimit);
  if (coding && coding !== 'identity') {
    throw new ServiceError('unsupported_media_type', `Content-Encoding is ${coding}.`);
  }
  if (bytes.byteLength === 0) return '';
  const wanted = operation.body?.mediaType ?? 'application/json';
  const given = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (given !== wanted) {
    throw new ServiceError('unsupported_media_type', `Content-Type is ${given ?? 'missing'}; ${wanted} is read here.`);
  }
  return decodeBody(bytes);
}
