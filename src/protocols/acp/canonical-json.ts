import { ServiceError } from '../../core/service-error.ts';
import { sha256 } from '../../library/digest.ts';

/** Deeper than any request of the protocol, shallower than the stack. */
const deepest = 64;

/**
 * One text for all JSON that means the same: members in the order of their names, numbers by value (`1.0` is `1`).
 * ACP 2026-04-17 compares repeated requests so; null is not absent, and the order of arrays counts.
 * Throws ServiceError `invalid_request` for what is nested deeper than 64 levels.
 */
export function writeCanonicalJson(value: unknown, depth = 0): string {
  if (depth > deepest) throw new ServiceError('invalid_request', 'The body is nested too deeply.');
  const write = (member: unknown) => writeCanonicalJson(member, depth + 1);
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`).join(',')}}`;
}

/** SHA-256 of the canonical text, in hex: tells two requests apart and keeps nothing of what they say. */
export function fingerprintJson(value: unknown): string {
  return sha256(writeCanonicalJson(value));
}
