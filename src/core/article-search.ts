import type { SearchHit, SearchQuery } from '../search/engine.ts';
import type { ArticleFilter } from './article-groups.ts';

/** A question about the released articles: plain data, which can be sent to another thread. */
export interface ArticleQuery extends Omit<SearchQuery, 'isVisible' | 'isWanted'> {
  /** Articles that do not pass all of these are left out. */
  filters?: readonly ArticleFilter[];
  /** Searches this article alone. */
  slug?: string;
  /** The caller's IP: callers take turns. */
  clientAddress?: string | undefined;
}

/**
 * A search index together with the catalogue: articles that are not released yet are never found. Results are promises
 * where another thread searches, and then both functions throw ServiceError search_unavailable when it takes too long.
 */
export interface ArticleSearch {
  /** Best first; ties by slug. Empty when its confidence would be `none`. */
  search(query: ArticleQuery): SearchHit[] | Promise<SearchHit[]>;
  /** Slugs of the released articles most like another one, best first, without withdrawn ones. */
  related(slug: string, limit: number): string[] | Promise<string[]>;
}
