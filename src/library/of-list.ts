import type { PublicArticle } from './library.ts';

/**
 * Computes something of a list of articles once for each list: the catalogue returns another list only when an article is released.
 * @returns the same value for the same list, while the list is in use
 */
export function ofList<Value extends object>(
  compute: (articles: readonly PublicArticle[]) => Value,
): (articles: readonly PublicArticle[]) => Value {
  const known = new WeakMap<readonly PublicArticle[], Value>();
  return (articles) => {
    const found = known.get(articles);
    if (found) return found;
    const value = compute(articles);
    known.set(articles, value);
    return value;
  };
}
