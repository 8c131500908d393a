import type { z } from 'zod';
import type { CitationStanding } from '../../contract/schemas-evidence.ts';
import { findCited } from '../../core/evidence/find-cited.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import type { Handler } from '../handler.ts';
import { jsonResponse } from '../http.ts';

/** So many take a few milliseconds at most. */
const citationsPerTurn = 5;
/** So many take as long as one call that returns an article. */
const citationsPerCall = 10;

/** POST /api/v1/standing: how up to a hundred citations, of any form, stand now. */
export function createStandingHandler(services: Services): Handler<'getStanding'> {
  const { urls } = services;
  return async ({ body, caller, spend }) => {
    if (caller.kind === 'invalid') throw new ServiceError('invalid_key');
    const { citations = [] } = body ?? {};
    await spend(Math.ceil(citations.length / citationsPerCall) - 1);
    const data: z.infer<typeof CitationStanding>[] = [];
    for (const [index, citation] of citations.entries()) {
      // Others are served in between.
      if (index > 0 && index % citationsPerTurn === 0) await spend(0);
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
