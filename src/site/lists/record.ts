import type { Artifact, Correction, PublicArticle } from '../../library/library.ts';

/**
 * Facts that readers can check about a publication: scripts that can be run again, corrections, retractions; the newest
 * first.
 */
export interface PublicRecord {
  scripts: { article: PublicArticle; artifact: Artifact }[];
  corrections: { article: PublicArticle; correction: Correction }[];
  retractions: { article: PublicArticle; correction: Correction }[];
}

export function collectRecord(released: readonly PublicArticle[]): PublicRecord {
  return {
    scripts: released.flatMap((article) =>
      article.artifacts.filter(({ run }) => run !== null).map((artifact) => ({ article, artifact })),
    ),
    corrections: released
      .flatMap((article) => article.corrections.map((correction) => ({ article, correction })))
      .toSorted(byNewest),
    retractions: released
      .flatMap((article) =>
        article.retracted
          ? [{ article, correction: { date: article.retracted.date, text: article.retracted.reason } }]
          : [],
      )
      .toSorted(byNewest),
  };
}

function byNewest(one: { correction: Correction }, other: { correction: Correction }): number {
  return other.correction.date.localeCompare(one.correction.date);
}
