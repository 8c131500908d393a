import type { PublicArticle } from '../../library/library.ts';
import { hexDigest } from '../digests.ts';
import { dayMs } from '../durations.ts';
import type { Services } from '../services.ts';

/** An article as its purchases know it. */
export interface ArticleIdentity {
  /** Where its purchases are recorded. */
  id: string;
  slug: string;
  /** Names under which it may have been bought before: its slug and its former names. */
  formerNames: readonly string[];
  /** Digest of its paid text. */
  digest: string;
  /** Digests of its paid text, title and description: an author rarely changes all of them at once. */
  marks: readonly string[];
  /** Epoch milliseconds of its publication: it was not for sale before. */
  since: number;
}

/** The part of a purchase that identifies the article. */
export interface BoughtArticle {
  /** Its id. A release that recorded purchases by slug wrote that. */
  name: string;
  /** Absent where a release without marks wrote the purchase. */
  marks?: readonly string[] | undefined;
  /** Epoch milliseconds. */
  paidAt: number;
}

/** How purchases of a paid article are found. */
export function identifyArticle(
  { catalogue, shelf }: Pick<Services, 'catalogue' | 'shelf'>,
  article: PublicArticle,
): ArticleIdentity {
  const { id, slug, aliases, title, description, date } = article;
  const digest = shelf.findDigest(slug) ?? id;
  // A name that is now the id of another article belongs to that one.
  const formerNames = [slug, ...aliases].filter((name) => name !== id && !catalogue.hasId(name));
  const marks = [digest, hexDigest(title).slice(0, 16), hexDigest(description).slice(0, 16)];
  return { id, slug, formerNames, digest, marks, since: Date.parse(date) - dayMs };
}

/**
 * Is this what was bought? An author who sets `id` says so. Where the id is only the slug, another article may have taken the
 * name since: it shares neither text nor title nor description with what was bought.
 */
export function isBought(article: ArticleIdentity, bought: BoughtArticle): boolean {
  const { name, marks, paidAt } = bought;
  if (marks?.[0] === article.digest) return true;
  if (name !== article.id && !article.formerNames.includes(name)) return false;
  if (name !== article.slug) return true;
  return marks ? marks.some((mark) => article.marks.includes(mark)) : article.since <= paidAt;
}
