import type { z } from 'zod';
import type { CitationStanding } from '../../contract/schemas-evidence.ts';
import { findCited } from '../../core/evidence/find-cited.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import type { Handler } from '../handler.ts';
import { jsonResponse } from '../http.ts';

/** POST /api/v1/standing: how up to a hundred citations, of any form, stand now. */
export function createStandingHandler(services: Services): Handler<'getStanding'> {
  const { urls } = services;
  return async ({ body, caller }) => {
    if (caller.kind === 'invalid') throw new ServiceError('invalid_key');
    const data: z.infer<typeof CitationStanding>[] = [];
    for (const citation of body?.citations ?? []) {
      const found = await findCited(services, citation, caller);
      if (!found) {
        data.push({ citation, standing: 'unknown' });
        continue;
      }
      const { slug, version, section, standing } = found;
      const { since, reason, citeInstead } = standing;
      const citeUrl = citeInstead?.startsWith('/') ? urls.at(citeInstead) : citeInstead;
      data.push({
        citation,
        slug,
        version,
        section,
        standing: standing.standing,
        since,
        reason,
        cite_instead: citeUrl,
      });
    }
    return jsonResponse({ data }, { headers: { 'cache-control': 'private, no-store' } });
  };
}
