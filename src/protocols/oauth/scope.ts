import type { Scope } from '../../core/access/caller.ts';
import { toErrorDescription } from './oauth-error.ts';

/**
 * Requested scopes, in the order of the specification; all allowed ones when none is named.
 *
 * @param text space separated (RFC 6749 section 3.3)
 * @throws OauthError `invalid_scope` for a name that is unknown or goes beyond what is allowed
 */
export function readScope(text: string | undefined, allowed: readonly Scope[]): Scope[] {
  const names = text?.split(' ').filter(Boolean) ?? [];
  if (names.length === 0) return [...allowed];
  const requested = allowed.filter((scope) => names.includes(scope));
  const foreign = new Set(names).size - requested.length;
  if (foreign > 0) throw toErrorDescription((words) => words.otherScope(allowed.join(' ')), 'invalid_scope');
  return requested;
}
