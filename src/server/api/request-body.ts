import type { Operation } from '../../contract/operation.ts';
import { ServiceError } from '../../core/service-error.ts';

const defaultLimit = 65_536;

/**
 * Reads a body as text, counting bytes as they come, so that a chunked body is bounded too.
 * @throws ServiceError payload_too_large | unsupported_media_type | invalid_json (bytes that are not UTF-8)
 */
export async function readBody(request: Request, operation: Operation): Promise<string> {
  if (!request.body || request.method === 'GET' || request.method === 'HEAD') return '';
  const limit = operation.bodyLimit ?? defaultLimit;
  const tooLarge = new ServiceError('payload_too_large', `The limit is ${limit} bytes.`);
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge;
  const coding = request.headers.get('content-encoding');
  if (coding && coding !== 'identity')
    throw new ServiceError('unsupported_media_type', `Content-Encoding is ${coding}.`);

  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength;
      if (size > limit) throw tooLarge;
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause === tooLarge) throw cause;
    throw new ServiceError('invalid_request', 'The body ended before it was whole.', { cause });
  }
  const bytes = Buffer.concat(chunks);
  if (bytes.length > 0) checkMediaType(request, operation);
  return decode(bytes);
}

function checkMediaType(request: Request, operation: Operation) {
  const wanted = operation.body?.mediaType ?? 'application/json';
  const given = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (given === wanted) return;
  throw new ServiceError('unsupported_media_type', `Content-Type is ${given ?? 'missing'}; ${wanted} is read here.`);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ServiceError('invalid_json', 'It is not UTF-8.', { cause });
  }
}

/**
 * The JSON body of an operation whose body is checked, against its schema.
 * @returns undefined when no body was sent and none is required
 * @throws ServiceError invalid_json | invalid_request
 */
export function parseBody(text: string, operation: Operation): unknown {
  const { body } = operation;
  if (!body?.isChecked) return undefined;
  if (text.trim() === '') {
    if (body.isRequired) throw new ServiceError('invalid_request', 'The body is missing.');
    return undefined;
  }
  const parsed = body.schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ServiceError(
    'invalid_request',
    `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not as described'}.`,
  );
}

/**
 * The query of an operation against its schema.
 * @throws ServiceError with the code the table names, `invalid_request` by default
 */
export function parseQuery(url: URL, operation: Operation): unknown {
  if (!operation.query) return undefined;
  const parsed = operation.query.safeParse(Object.fromEntries(url.searchParams));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ServiceError(operation.queryError ?? 'invalid_request', `${issue?.path.join('.')}: ${issue?.message}.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ServiceError('invalid_json', cause instanceof Error ? `${cause.message}.` : undefined);
  }
}
