import type { Operation } from '../../contract/operation.ts';
import { type OperationId, operations } from '../../contract/operations.ts';
import { ServiceError } from '../../core/service-error.ts';
import { preferredType } from '../../protocols/accept.ts';

const offers = new Map(Object.entries(operations).map(([id, operation]) => [id, offersOf(operation)]));

function offersOf({ responses }: Operation): string[] {
  return [...new Set(Object.values(responses).flatMap(({ mediaTypes }) => mediaTypes ?? ['application/json']))];
}

/** May an operation's answer be sent for this Accept header? */
export function isAcceptable(accept: string | null, id: OperationId): boolean {
  return !accept || preferredType(accept, offers.get(id) ?? []) !== undefined;
}

/** @throws ServiceError not_acceptable (RFC 9110 section 15.5.7) */
export function checkAccept(accept: string | null, id: OperationId): void {
  if (isAcceptable(accept, id)) return;
  throw new ServiceError('not_acceptable', `Made here: ${offers.get(id)?.join(', ')}.`);
}
