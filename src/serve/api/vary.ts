import type { Operation } from '../../contract/operation.ts';
import { type OperationId, operations } from '../../contract/operations.ts';

const varies = new Map<string, string>(Object.entries(operations).map(([id, operation]) => [id, varyOf(operation)]));

function varyOf({ scope, needsCredential, hasClientAuthentication, vary = [] }: Operation): string {
  const isCredentialRead = scope !== undefined || needsCredential === true || hasClientAuthentication === true;
  return ['Accept', ...(isCredentialRead ? ['Authorization'] : []), ...vary].join(', ');
}

/** The Vary of an operation: the same on each of its answers, or a cache would learn from one what another denies (RFC 9110 section 12.5.5). */
export function readVary(id: OperationId): string {
  return varies.get(id) ?? 'Accept';
}
