import { findCited } from '../../core/evidence/find-cited.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import type { Handler } from '../handler.ts';
import { jsonResponse } from '../http.ts';

/** POST /api/v1/standing: how up to a hundred citations, of any form, stand now. */
export function createStandingHandler(services: Services): Handler<'getStanding'> {
  const { urls } = services;
  return ({ body, caller }) => {
    if (caller.kind === 'invalid') throw new ServiceError('invalid_key');
    const data = (body?.citations ?? []).map((citation) => {
      const found = findCited(services, citation, caller);
      if (!found) return { citation, standing: 'unknown' as const };
      const { slug, version, standing } = found;
      const { since, reason, citeInstead } = standing;
      const citeUrl = citeInstead?.startsWith('/') ? urls.at(citeInstead) : citeInstead;
      return { citation, slug, version, standing: standing.standing, since, reason, cite_instead: citeUrl };
    });
    return jsonResponse({ data }, { headers: { 'cache-control': 'private, no-store' } });
  };
}
