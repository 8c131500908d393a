import type { z } from 'zod';
import type { OperationId, operations } from '../contract/operations.ts';
import type { Mirror } from '../contract/urls.ts';
import type { Caller } from '../core/access/caller.ts';
import type { LedgerEvent } from '../core/ledger/ledger.ts';
import type { ServiceError } from '../core/service-error.ts';
import type { HttpRequest, HttpResponse } from './http.ts';

type Operations = typeof operations;
type Infer<Spec> = Spec extends z.ZodType ? z.infer<Spec> : undefined;
type Body<Id extends OperationId> = Operations[Id] extends { body: { schema: infer Schema; isValidated: true } }
  ? Infer<Schema> | undefined
  : undefined;

/** One request as a handler sees it: checked against the contract table, identified, counted. */
export interface Call<Id extends OperationId = OperationId> {
  /** Method, URL and headers. Its body has been read: take `body` or `bodyText`. */
  request: Pick<HttpRequest, 'method' | 'url' | 'headers'>;
  /** Path and query on the configured base URL. */
  url: URL;
  params: Operations[Id] extends { params: infer Schema } ? Infer<Schema> : Record<string, string>;
  query: Operations[Id] extends { query: infer Schema } ? Infer<Schema> : undefined;
  /** The parsed JSON body of an operation whose body is checked; undefined when none was sent. */
  body: Body<Id>;
  /** Decoded as UTF-8; empty when none was sent. */
  bodyText: string;
  mirror: Mirror;
  caller: Caller;
  requestId: string;
  clientAddress: string;
  /**
   * Counts so many calls more than the one that was counted, then waits until it is the turn of this caller to be
   * computed for.
   * @param most `minute` counts no more of them than a caller has in a minute, for work of any size
   * @throws ServiceError rate_limited
   */
  spend(calls: number, most?: 'minute'): Promise<void>;
  /** Counts in the ledger what the path of the request does not show. */
  note(event: LedgerEvent): void;
}

export type Handler<Id extends OperationId> = (call: Call<Id>) => HttpResponse | Promise<HttpResponse>;

/** The app handles OPTIONS for all paths in the same way; every other operation has a handler. */
export type HandledId = Exclude<OperationId, 'checkoutOptions'>;

/** A handler for every operation of the table: a missing one is a type error. */
export type Handlers = { [Id in HandledId]: Handler<Id> };

/**
 * Renders an error in the protocol's own format, also for errors that occur before the handler (413, 415, 429, 5xx).
 */
export type ErrorRenderer = (
  error: ServiceError,
  about: { request: Pick<HttpRequest, 'method' | 'url' | 'headers'>; requestId: string },
) => HttpResponse;
