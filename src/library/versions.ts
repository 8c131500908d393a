import type { PaidArticle, PublicArticle, Tier } from './library.ts';

/** One published text of an article. It never changes. */
export interface VersionRecord {
  /** The last part of its permanent URL. */
  name: string;
  /** The number that its author gave it. */
  label: string | null;
  tier: Tier;
  /** RFC 3339 full-date of its publication. */
  date: string;
  /** Epoch milliseconds of its release, if the release was still to come when it was recorded. */
  releaseAt: number | null;
  /** `sha256:<hex>` of its complete Markdown: of a paid text it is for its readers alone. */
  digest: string;
  /** SHA-256 of the file that holds it, which is the name of that file. */
  part: string;
}

/** The texts of an article. */
export interface VersionList {
  /** Epoch milliseconds: its commits up to then are among the records, or were never published. */
  examinedAt: number;
  /** Oldest first, the present one last. */
  records: VersionRecord[];
}

/** Versions by article ID. */
export type VersionIndex = Record<string, VersionList>;

/** The file of a text: the article as it was published, and the complete body of a paid one. */
export interface VersionText {
  article: PublicArticle;
  paid: PaidArticle | null;
}
