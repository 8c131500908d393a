import { InitializeRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { describeMistake } from '../../library/mistake.ts';
import { RpcError, rpcCodes } from './rpc-error.ts';

/** Those with a handshake, oldest first. Specification section 9 rule 3 advertises the first. */
export const protocolVersions = ['2025-03-26', '2025-06-18', '2025-11-25'] as const;

/** Has no handshake: every request names it. */
export const statelessVersion = '2026-07-28';
/** Versions that a request may name in its own `_meta`. */
export const statelessVersions = [statelessVersion] as const;
/** All, newest first: what a client that spoke only by a header may try next. */
export const allVersions = [...statelessVersions, ...protocolVersions.toReversed()];

const advertised = protocolVersions[0];
const latest = protocolVersions[2];

/** Is it one of those with a handshake? */
export function isSupportedVersion(version: string): boolean {
  return protocolVersions.some((supported) => supported === version);
}

/** MCP 2026-07-28, UnsupportedProtocolVersionError: -32022. */
export function versionError(requested: string, supported: readonly string[]): RpcError {
  const message = `MCP protocol version ${JSON.stringify(requested.slice(0, 100))} is not supported.`;
  return new RpcError(-32022, message, { supported, requested });
}

const InitializeParams = z.looseObject({
  protocolVersion: z.string().default(advertised),
  capabilities: z.looseObject({}).default({}),
  clientInfo: z
    .looseObject({ name: z.string().default('unnamed'), version: z.string().default('0') })
    .default({ name: 'unnamed', version: '0' }),
});

/**
 * The version that `initialize` agrees on. What a client left out is filled in first, so that empty or absent params
 * work (specification section 4 rule 5) and get 2025-03-26; an unknown version gets the latest (MCP lifecycle, version
 * negotiation).
 * @throws RpcError invalid params
 */
export function negotiateVersion(params: unknown): string {
  const requested = InitializeParams.safeParse(params ?? {});
  if (!requested.success) throw invalidInitialize(requested.error);
  const protocolVersion = isSupportedVersion(requested.data.protocolVersion) ? requested.data.protocolVersion : latest;
  const complete = { ...requested.data, protocolVersion };
  const checked = InitializeRequestSchema.safeParse({ method: 'initialize', params: complete });
  if (!checked.success) throw invalidInitialize(checked.error);
  return protocolVersion;
}

function invalidInitialize(error: z.core.$ZodError): RpcError {
  return new RpcError(rpcCodes.invalidParams, `initialize: ${describeMistake(error, { whole: 'params' })}`);
}
