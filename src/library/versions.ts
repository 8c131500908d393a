import { rare } from './article-rows.ts';
import type { ArticleBody, Citation, PaidArticle, PublicArticle, Tier } from './library.ts';

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
  /** The same text as earlier versions of the software stored it, with absolute links: receipts name these digests. */
  former?: readonly StoredForm[];
}

/** A stored form of a text: its digest, and the file that holds it. */
export type StoredForm = Pick<VersionRecord, 'digest' | 'part'>;

/** All stored forms of a text, the present one first. */
export function listForms(record: VersionRecord): VersionRecord[] {
  return [record, ...(record.former ?? []).map((form) => ({ ...record, ...form }))];
}

/**
 * The name of a list of texts that no article has: receipts alone find them.
 * @param id under which the article was listed
 * @param newest its last text
 */
export function nameDetachedList(id: string, { part }: Pick<VersionRecord, 'part'>): string {
  return `${id}~${part.slice(0, 12)}`;
}

/**
 * A citation with another URL of its text, since the host of the publication may have changed.
 * @param citation one whose CSL item has the present URL
 */
export function relocateCitation(citation: Citation, url: string): Citation {
  const { URL: present } = citation.csl;
  if (typeof present !== 'string' || present === url) return citation;
  const relocate = (text: string) => text.replaceAll(present, () => url);
  const { bibtex, ris, apa, csl } = citation;
  return { bibtex: relocate(bibtex), ris: relocate(ris), apa: relocate(apa), csl: { ...csl, URL: url } };
}

/** The texts of an article. */
export interface VersionList {
  /** Epoch milliseconds: its commits up to then are among the records, or were never published. */
  examinedAt: number;
  /** Oldest first, the present one last. */
  records: VersionRecord[];
  /**
   * Marks of all titles and descriptions that it had. Absent where an earlier version of the software wrote the list.
   */
  headings?: string[];
  /** The release has no article with this ID. */
  isGone?: true;
}

/** Versions by article ID. */
export type VersionIndex = Record<string, VersionList>;

/** The same where they are read one by one. */
export type VersionRecords = Pick<ReadonlyMap<string, VersionList>, 'get'> & {
  entries(): Iterable<[id: string, list: VersionList]>;
};

/** The file of a text: the article as it was published, and the complete body of a paid one. */
export interface VersionText {
  article: PublicArticle;
  paid: PaidArticle | null;
}

/**
 * Reads the file of a text. Files of earlier versions of the software have another name for the paid body, and lack the
 * facts that articles did not have then.
 */
export function parseText(file: string): VersionText {
  const { article, paid, sold = null } = JSON.parse(file);
  return { article: { ...rare, ...article }, paid: paid ?? sold };
}

/** The complete body of a text, also of a paid one. */
export function completeBody({ article, paid }: VersionText): ArticleBody {
  return (paid ?? article).body;
}
