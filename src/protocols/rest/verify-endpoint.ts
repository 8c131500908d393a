import type { z } from 'zod';
import type { VerifiedQuote } from '../../contract/schemas-evidence.ts';
import { readArticleUrl } from '../../core/article-url.ts';
import { verifyQuote } from '../../core/evidence/verify-quote.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import type { Handler } from '../handler.ts';
import { jsonResponse } from '../http.ts';
import { toWireQuote } from '../wire-quote.ts';

/** POST /api/v1/verify: up to twenty quotes, each counted as one call. */
export function createVerifyHandler(services: Services): Handler<'verifyQuote'> {
  const { urls } = services;
  return async ({ body, caller, spend, note }) => {
    if (caller.kind === 'invalid') throw new ServiceError('invalid_key');
    const { quotes = [] } = body ?? {};
    await spend(quotes.length - 1);
    const data: z.infer<typeof VerifiedQuote>[] = [];
    for (const { slug: name, ...claim } of quotes) {
      const named = name === undefined ? { slug: undefined } : readArticleUrl(urls, name);
      const found = await verifyQuote(services, { ...named, ...claim }, caller, () => spend(0));
      if (found) note({ kind: 'quote', slug: found.article.slug, status: found.status });
      data.push(toWireQuote(found, urls));
    }
    return jsonResponse({ data }, { headers: { 'cache-control': 'private, no-store' } });
  };
}
