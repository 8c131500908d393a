import type { z } from 'zod';
import { type ArticleChange, ChangeCursor } from '../../contract/schemas-changes.ts';
import type { Mirror } from '../../contract/urls.ts';
import { type ChangePosition, createChangeFeed, type RecordedChange } from '../../core/change-feed.ts';
import type { Services } from '../../core/services.ts';
import { determineStanding } from '../../core/standing.ts';
import type { Handler } from '../handler.ts';
import { jsonResponse } from '../http.ts';
import { toWireStanding } from '../wire-record.ts';

/** GET /api/v1/changes: what a crawler has to fetch again, and what it has to forget (contract.md, Following). */
export function createChangesHandler(services: Services): Handler<'listChanges'> {
  const { catalogue, urls } = services;
  const feed = createChangeFeed(services);

  /**
   * A replica of the previous release may not have the article yet. Its URL is listed anyway, or followers would miss
   * it.
   */
  function toWire(recorded: RecordedChange, mirror: Mirror): z.infer<typeof ArticleChange> {
    const { slug, change, revision, digest } = recorded;
    const date = new Date(recorded.changedAt).toISOString();
    if (digest === null) return { slug, change, date, revision };
    const article = catalogue.find(slug);
    return {
      slug,
      change,
      date,
      revision,
      ...(article && { title: article.title, tier: article.tier }),
      url: urls.article(slug),
      api_url: urls.apiArticle(slug, mirror),
      public_digest: digest,
      ...(article?.retracted && { retracted: true }),
      ...(article && toWireStanding(determineStanding(article), urls)),
    };
  }

  return async ({ query, mirror }) => {
    const { changes, cursor, hasMore, isReset, isSettled } = await feed.since(toPosition(query.since), query.limit);
    const body = {
      data: changes.map((change) => toWire(change, mirror)),
      cursor,
      has_more: hasMore,
      ...(isReset && { reset: true as const }),
    };
    // The list of a replaced release may change at any time, and without a release of its own.
    return jsonResponse(body, { headers: { 'cache-control': isSettled ? 'public, max-age=60' : 'no-store' } });
  };
}

/** A cursor, or the first moment of a day or date-time. */
function toPosition(since: string | undefined): ChangePosition | undefined {
  if (since === undefined) return undefined;
  return ChangeCursor.safeParse(since).success ? { cursor: since } : { moment: Date.parse(since) };
}
