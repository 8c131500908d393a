import type { PublicArticle } from '../library/library.ts';
import { openArticle } from './access/access.ts';
import type { GrantedAccess } from './access/access-decision.ts';
import type { Caller } from './access/caller.ts';
import type { createChangeFeed, RecordedChange } from './change-feed.ts';
import type { Services } from './services.ts';

/** One row: an article as far as the caller may read it, or the removal of one. */
export type CorpusRow =
  | { kind: 'opened'; opened: GrantedAccess }
  | { kind: 'public'; article: PublicArticle }
  | { kind: 'removed'; removal: RecordedChange };

export interface Corpus {
  /** Where the differences after these rows begin. */
  cursor: string;
  /** In the order of their slugs. */
  slugs: readonly string[];
  read(slug: string): Promise<CorpusRow | undefined>;
}

/**
 * All articles, or those that changed after a cursor. The cursor is read before any row: a change that happens while
 * rows are sent comes again with the next differences, and none is lost.
 * @returns undefined when the cursor belongs to another journal
 * @throws StoreUnavailable as the change feed does
 */
export async function openCorpus(
  services: Parameters<typeof openArticle>[0] & Pick<Services, 'catalogue'>,
  feed: ReturnType<typeof createChangeFeed>,
  { caller, since, after = '' }: { caller: Caller; since?: string | undefined; after?: string | undefined },
): Promise<Corpus | undefined> {
  const { catalogue } = services;
  const differences = since === undefined ? undefined : await feed.since({ cursor: since }, Number.MAX_SAFE_INTEGER);
  if (differences?.isReset) return undefined;
  const cursor = differences?.cursor ?? (await feed.cursor());
  const changes = differences?.changes ?? [];
  const removed = new Map(changes.filter(({ digest }) => digest === null).map((change) => [change.slug, change]));
  const articles = differences ? changes : catalogue.list();
  return {
    cursor,
    slugs: articles
      .map(({ slug }) => slug)
      .filter((slug) => slug > after)
      .sort(),
    async read(slug) {
      const removal = removed.get(slug);
      if (removal) return { kind: 'removed', removal };
      const article = catalogue.find(slug);
      if (!article) return undefined;
      const decision = await openArticle(services, slug, { caller });
      return decision.kind === 'opened' ? { kind: 'opened', opened: decision } : { kind: 'public', article };
    },
  };
}
