import type { Searchable, SearchQuery } from './engine.ts';

/** Whether a query may answer with an article: its filters all match and the caller may see it. */
export function isWanted(article: Omit<Searchable, 'sections' | 'questions'>, query: SearchQuery): boolean {
  const { tier, tag, author, from, until } = query;
  if (tier !== undefined && article.tier !== tier) return false;
  if (tag !== undefined && !article.tags.includes(tag)) return false;
  if (author !== undefined && !article.authors.includes(author)) return false;
  if (from !== undefined && article.date < from) return false;
  if (until !== undefined && article.date > until) return false;
  return query.isVisible(article.slug);
}
