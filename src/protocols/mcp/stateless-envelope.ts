import { z } from 'zod';
import { describeMistake } from '../../library/mistake.ts';
import type { Call } from '../handler.ts';
import { decodeBase64Text } from '../http.ts';
import { isRecord, type RpcRequest } from './json-rpc.ts';
import { statelessVersion, statelessVersions, versionError } from './mcp-versions.ts';
import { RpcError, rpcCodes } from './rpc-error.ts';

type Headers = Call['request']['headers'];

const versionKey = 'io.modelcontextprotocol/protocolVersion';
/** MCP 2026-07-28, error codes. */
const headerMismatch = -32020;

/** Fields that every request has instead of a handshake (MCP 2026-07-28, per-request protocol fields). */
const Envelope = z.looseObject({
  [versionKey]: z.string(),
  'io.modelcontextprotocol/clientCapabilities': z.looseObject({}),
  'io.modelcontextprotocol/clientInfo': z.looseObject({ name: z.string(), version: z.string() }).optional(),
});

/** Methods whose header Mcp-Name repeats a member of params. */
const nameMembers = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

/** Does `_meta` or the header name the stateless revision? `initialize` begins an older one, whatever the header is. */
export function isStateless({ method, params }: RpcRequest, headers: Headers): boolean {
  if (claimedVersion(params) !== undefined) return true;
  return method !== 'initialize' && headers.get('mcp-protocol-version') === statelessVersion;
}

/**
 * Reads the version without a schema: most requests of older revisions have none, and an error of zod is slow to
 * create.
 */
function claimedVersion(params: RpcRequest['params']): unknown {
  const meta = params?._meta;
  return isRecord(meta) ? meta[versionKey] : undefined;
}

/**
 * Checks the envelope, and that the headers by which intermediaries route agree with the body (Streamable HTTP, server
 * validation).
 * @returns undefined for a valid request; any error is HTTP 400
 */
export function findEnvelopeError({ method, params }: RpcRequest, headers: Headers): RpcError | undefined {
  const version = headers.get('mcp-protocol-version');
  const envelope = Envelope.safeParse(params?._meta);
  const claimed = claimedVersion(params);
  if (version !== null && claimed !== undefined && version !== claimed)
    return mismatch('MCP-Protocol-Version', version);
  const named = headers.get('mcp-method');
  if (named !== null && named !== method) return mismatch('Mcp-Method', named);
  if (!envelope.success) {
    const place = (path: readonly PropertyKey[]) => ['_meta', ...path].map((part) => JSON.stringify(part)).join('.');
    return new RpcError(rpcCodes.invalidParams, `params.${describeMistake(envelope.error, { place })}`);
  }
  if (envelope.data[versionKey] !== statelessVersion) return versionError(envelope.data[versionKey], statelessVersions);
  if (version === null) return mismatch('MCP-Protocol-Version', null);
  if (named === null) return mismatch('Mcp-Method', null);
  return findNameError(method, params, headers.get('mcp-name'));
}

function findNameError(method: string, params: RpcRequest['params'], header: string | null): RpcError | undefined {
  const name = params?.[nameMembers.get(method) ?? ''];
  if (typeof name !== 'string') return undefined;
  return header !== null && decodeHeader(header) === name ? undefined : mismatch('Mcp-Name', header);
}

/**
 * Streamable HTTP, value encoding: text that a header cannot contain is `=?base64?...?=`. Undefined when it is invalid.
 */
function decodeHeader(value: string): string | undefined {
  // RFC 9110 section 5.5: white space around a value is not part of it
  const text = value.replace(/^[ \t]+|[ \t]+$/g, '');
  const encoded = /^=\?base64\?(.*)\?=$/.exec(text)?.[1];
  if (encoded === undefined) return text;
  try {
    return decodeBase64Text(encoded);
  } catch {
    return undefined; // not base64 of UTF-8
  }
}

function mismatch(header: string, value: string | null): RpcError {
  const found = value === null ? 'is missing' : `${JSON.stringify(value)} does not match the body`;
  return new RpcError(headerMismatch, `Header mismatch: ${header} ${found}.`);
}
