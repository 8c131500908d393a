import type { z } from 'zod';
import type { ErrorCode } from './error-table.ts';

/** Of all that is published here (specification section 9 rule 4). */
export const apiVersion = '0.1.0';

/** What a question that has to be searched counts as. */
export const searchCalls = 5;

/** Where the API is, and where it is once more, for trying. */
export const apiRoots = { live: '/api/v1', sandbox: '/api/sandbox/v1' } as const;

/** The same path on the other mirror. @param path of a mirrored operation */
export function toSandboxPath(path: string): string {
  return path.replace(apiRoots.live, apiRoots.sandbox);
}

/** What the API of a publication is called. */
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

/** One promise to clients. Everything about an endpoint that can be said as data is said here and nowhere else. */
export interface Operation {
  method: Method;
  /** With `{param}` segments. */
  path: string;
  tag: keyof typeof tagDescriptions;
  summary: string;
  description: string;
  /** The same for everybody who may have it until the next article comes out, so it is made once and kept. */
  isKept?: true;
  /** Also answered under /api/sandbox/v1. */
  isMirrored?: true;
  /** The scope that opens the paid part; absent where no credential is looked at. Always optional for the caller. */
  scope?: 'articles:read' | 'mcp:connect';
  /** Without a valid credential, whatever its scopes, the answer is 401. */
  needsCredential?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** What a parameter that does not match `query` is answered with, by name. Default `invalid_request`. */
  queryErrors?: Readonly<Record<string, ErrorCode>>;
  /** Clients may prove themselves by Basic instead of in the form (RFC 6749 section 2.3.1). */
  hasClientAuthentication?: true;
  /** Request headers that decide the answer besides Accept and, where a credential is looked at, Authorization. */
  vary?: readonly string[];
  /** Request headers worth documenting: name to description. */
  headers?: Readonly<Record<string, string>>;
  /** JSON body, checked before the handler runs. `schema` only documents when `isValidated` is false. */
  body?: { schema: z.ZodType; isRequired: boolean; isValidated: boolean; mediaType?: string };
  /** Bytes; default 64 KiB. */
  bodyLimit?: number;
  responses: Readonly<Record<number, ResponseSpec>>;
  errors: readonly ErrorCode[];
  /** Whose error shape refusals take, those made before the handler runs included. Default: `{ error: {...} }` of the specification. */
  errorFormat?: ErrorFormat;
  /** A page for people stands at the same path, so GET and HEAD are taken there too. */
  hasPage?: true;
  /** Which rate limit counts the call. */
  limit: 'api' | 'subscribe';
  /** The handler itself counts by `limit`, once it knows that the call is no repeat; all calls have the limit of the API beside it, of their own. */
  countsOwnCalls?: true;
  /** Its handler counts what it makes, and waits for its turn, with `call.spend`. */
  takesTurns?: true;
  /** `x-payment-info` of the OpenAPI document. */
  isPaid?: true;
  /** Its 200 is the same for everybody and carries an ETag, so a copy can be asked for again at no cost (304). */
  isConditional?: true;
  /** No request to it can succeed: the address stands because another document names it, and the description leaves it out. */
  isAlwaysRefused?: true;
}
