import type { z } from 'zod';
import type { ErrorCode } from './error-table.ts';

/** Version of the published API (specification section 9 rule 4). */
export const apiVersion = '0.1.0';

/** How many calls a request with a search counts as. */
export const searchCalls = 5;

/** Path of the API, and of its sandbox mirror. */
export const apiRoots = { live: '/api/v1', sandbox: '/api/sandbox/v1' } as const;

/**
 * Returns the path on the sandbox mirror.
 */
export function toSandboxPath(path: string): string {
  return path.replace(apiRoots.live, apiRoots.sandbox);
}

export function apiTitle({ name }: { name: string }): string {
  return `${name} Research Agent API`;
}

/** Protocols with an error shape of their own. */
export type ErrorFormat = 'jsonrpc' | 'oauth' | 'acp';

export type Method = 'GET' | 'POST' | 'DELETE' | 'OPTIONS';

/** The groups of the OpenAPI document and of /developers.md. */
export const tagDescriptions = {
  Articles: 'Find and read articles.',
  Pricing: 'What reading costs.',
  Evidence: 'Check quotes, citations and receipts.',
  Access: 'Get a demo key.',
  Ask: 'Questions in plain words (NLWeb).',
  MCP: 'Tool servers (Model Context Protocol).',
  Checkout: 'Demo checkout (Agentic Commerce Protocol).',
  OAuth: 'Tokens instead of keys (OAuth 2.0).',
} as const;

export interface ResponseSpec {
  description: string;
  /** Absent: no body. */
  schema?: z.ZodType;
  /** Default `application/json`. */
  mediaTypes?: readonly string[];
  headers?: Readonly<Record<string, string>>;
}

/** One promise to clients. Everything about an endpoint that can be data is in this table and nowhere else. */
export interface Operation {
  method: Method;
  /** With `{param}` segments. */
  path: string;
  tag: keyof typeof tagDescriptions;
  summary: string;
  description: string;
  /** The response is identical for every caller with access until the next article is released. */
  isCacheable?: true;
  /** Also served under /api/sandbox/v1. */
  isMirrored?: true;
  /** The scope that opens the paid part; absent where credentials are ignored. Always optional for the caller. */
  scope?: 'articles:read' | 'mcp:connect';
  /** Returns 401 without a valid credential, whatever its scopes. */
  needsCredential?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Error codes of parameters that do not match `query`, by name. Default `invalid_request`. */
  queryErrors?: Readonly<Record<string, ErrorCode>>;
  /** Clients may prove themselves by Basic instead of in the form (RFC 6749 section 2.3.1). */
  hasClientAuthentication?: true;
  /**
   * Request headers that decide the response, in addition to Accept and, for operations that read a credential,
   * Authorization.
   */
  vary?: readonly string[];
  /** Request headers worth documenting: name to description. */
  headers?: Readonly<Record<string, string>>;
  /** JSON body, checked before the handler runs. `schema` only documents when `isValidated` is false. */
  body?: { schema: z.ZodType; isRequired: boolean; isValidated: boolean; mediaType?: string };
  /** Bytes; default 64 KiB. */
  bodyLimit?: number;
  responses: Readonly<Record<number, ResponseSpec>>;
  errors: readonly ErrorCode[];
  /** The error format, also for errors before the handler runs. Default: `{ error: {...} }` of the specification. */
  errorFormat?: ErrorFormat;
  /** A page for people has the same path, so GET and HEAD are allowed too. */
  hasPage?: true;
  /** Which rate limit counts the call. */
  limit: 'api' | 'subscribe';
  /**
   * The handler counts by `limit` itself, once it knows that the call is not a repeat; every call also counts towards
   * the API's limit, in a window of its own.
   */
  countsOwnCalls?: true;
  /** Its handler counts its own work, and waits for its turn, with `call.spend`. */
  takesTurns?: true;
  /** Described in the document of its tag and not in the main one: a step of a protocol, or used after reading. */
  isDetail?: true;
  /** `x-payment-info` of the OpenAPI document. */
  isPaid?: true;
  /** Its 200 is identical for all callers and has an ETag, so revalidating a copy is free (304). */
  isConditional?: true;
  /**
   * No request to it can succeed: it exists because another document names its URL, and the API description leaves it
   * out.
   */
  isAlwaysRefused?: true;
}
