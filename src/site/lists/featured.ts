import type { PublicArticle } from '../../library/library.ts';

/**
 * The article that a newcomer is shown first: the one the owner names, while it is there to be read; otherwise the newest
 * that is open to everybody.
 */
export function chooseFeatured(
  standing: readonly PublicArticle[],
  named: string | undefined,
): PublicArticle | undefined {
  return standing.find(({ slug }) => slug === named) ?? standing.find(({ tier }) => tier === 'free') ?? standing[0];
}
