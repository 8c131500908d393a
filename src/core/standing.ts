import { versionPath } from '../contract/urls.ts';
import type { ArticleBody, PublicArticle } from '../library/library.ts';
import type { VersionRecord } from '../library/versions.ts';

/** How a text may be cited now. */
export interface Standing {
  standing: 'current' | 'corrected' | 'superseded' | 'withdrawn';
  /** RFC 3339 full-date. */
  since?: string | undefined;
  reason?: string | undefined;
  /** Path of the text to cite instead. */
  citeInstead?: string | undefined;
}

export interface CitedText {
  /** All texts of the article, oldest first. */
  texts: readonly VersionRecord[];
  version: VersionRecord;
  sectionId?: string | undefined;
  /** The part of the cited text that the caller may read. */
  body?: ArticleBody;
  /** The part of the present text that the caller may read; the public part unless given. */
  presentBody?: ArticleBody | undefined;
}

/**
 * The standing of an article, of one of its texts, or of a section of that text. The present text of an article that
 * was corrected is `corrected`: it says what was wrong before. An earlier text is `corrected` when a correction came
 * after it, else `superseded`; a section of it that reads the same in the present text is as good as that.
 */
export function determineStanding(article: PublicArticle, cited?: CitedText): Standing {
  const { retracted, corrections, slug } = article;
  if (retracted) return { standing: 'withdrawn', since: retracted.date, reason: retracted.reason };
  const { texts = [], version, sectionId, body, presentBody = article.body } = cited ?? {};
  const next = version && texts[texts.findIndex(({ name }) => name === version.name) + 1];
  const newest = corrections.toSorted((one, other) => (one.date < other.date ? 1 : -1))[0];
  if (!next)
    return newest ? { standing: 'corrected', since: newest.date, reason: newest.text } : { standing: 'current' };
  const digestIn = (text: ArticleBody | undefined) => text?.spans.find(({ id }) => id === sectionId)?.digest;
  if (sectionId !== undefined && digestIn(body) !== undefined && digestIn(body) === digestIn(presentBody)) {
    return { standing: 'current' };
  }
  const citeInstead = versionPath(slug, article.versionName);
  const correction = newest && newest.date >= next.date ? newest : undefined;
  if (correction) return { standing: 'corrected', since: correction.date, reason: correction.text, citeInstead };
  const reason = article.versions.find((entry) => entry.version === next.label)?.text;
  return { standing: 'superseded', since: next.date, reason, citeInstead };
}
