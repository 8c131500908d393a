import type { ArticleList } from '../../core/article-lists.ts';
import { words } from '../page-context.ts';

/** `3 articles: Free, tagged caching, Ada Lovelace` */
export function nameList({ tier, tag, author, articles }: ArticleList): string {
  const narrowed = [tier && words.tiers[tier], tag && `${words.tagged} ${tag}`, author?.name]
    .filter(Boolean)
    .join(', ');
  return `${words.countArticles(articles.length)}${narrowed && `: ${narrowed}`}`;
}
