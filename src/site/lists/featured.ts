import type { PublicArticle } from '../../library/library.ts';

/** The parts of the front page that show articles. */
export interface Issue {
  lead: PublicArticle | undefined;
  /** Two more with a plate. */
  pair: readonly PublicArticle[];
  /** Up to three with a finding, none of them the lead. */
  measured: readonly PublicArticle[];
  rest: readonly PublicArticle[];
}

const rowCount = 8;

/**
 * Composes the front page. The owner may name the lead and the articles whose findings are shown; otherwise the newest
 * free article leads, and the newest findings follow.
 * @param standing articles that are not retracted, newest first
 */
export function composeIssue(
  standing: readonly PublicArticle[],
  named: { featured?: string | undefined; numbers?: readonly string[] | undefined },
): Issue {
  const lead = chooseFeatured(standing, named.featured);
  const others = standing.filter((article) => article !== lead);
  const chosen = named.numbers?.flatMap((slug) => others.find((article) => article.slug === slug) ?? []) ?? others;
  return {
    lead,
    pair: others.slice(0, 2),
    measured: chosen.filter(({ finding }) => finding !== null).slice(0, 3),
    rest: others.slice(2, 2 + rowCount),
  };
}

/**
 * The article that a newcomer is shown first: the one the owner names, if it is released; otherwise the newest that is
 * free; otherwise the newest.
 */
export function chooseFeatured(
  standing: readonly PublicArticle[],
  named: string | undefined,
): PublicArticle | undefined {
  return standing.find(({ slug }) => slug === named) ?? standing.find(({ tier }) => tier === 'free') ?? standing[0];
}
