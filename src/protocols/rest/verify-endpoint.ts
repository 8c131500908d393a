import type { z } from 'zod';
import type { VerifyResponse } from '../../contract/schemas-evidence.ts';
import { createFragment, createSelectors } from '../../core/evidence/selectors.ts';
import { type FoundQuote, verifyQuote } from '../../core/evidence/verify-quote.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import type { Urls } from '../../core/urls.ts';
import { readArticleUrl } from '../article-url.ts';
import type { Handler } from '../handler.ts';
import { jsonResponse } from '../http.ts';
import { toWireStanding } from '../wire-record.ts';

type VerifiedQuote = z.infer<typeof VerifyResponse>['data'][number];

/** POST /api/v1/verify: up to twenty quotes, each counted as one call. */
export function createVerifyHandler(services: Services): Handler<'verifyQuote'> {
  const { urls } = services;
  return async ({ body, caller, spend }) => {
    if (caller.kind === 'invalid') throw new ServiceError('invalid_key');
    const { quotes = [] } = body ?? {};
    await spend(quotes.length - 1);
    const data: VerifiedQuote[] = [];
    for (const { slug: name, ...claim } of quotes) {
      const { slug, section = claim.section } = name === undefined ? {} : readArticleUrl(urls, name);
      data.push(toWireQuote(await verifyQuote(services, { ...claim, slug, section }, caller), urls));
    }
    return jsonResponse({ data }, { headers: { 'cache-control': 'private, no-store' } });
  };
}

function toWireQuote(found: FoundQuote | undefined, urls: Urls): VerifiedQuote {
  if (!found) return { status: 'absent' };
  const { status, article, version, contentDigest, section, match, standing } = found;
  return {
    status,
    slug: article.slug,
    title: article.title,
    version: version.name,
    section: section?.id,
    content_digest: contentDigest ?? undefined,
    section_digest: section?.digest,
    selectors: createSelectors(found),
    url: urls.version(article.slug, version.name) + createFragment(found),
    true_text: match.trueText,
    ...toWireStanding(standing, urls),
  };
}
