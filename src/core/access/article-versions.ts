import { LRUCache } from 'lru-cache';
import type { Urls } from '../../contract/urls.ts';
import { copyArticle } from '../../library/article-rows.ts';
import type { PublicArticle } from '../../library/library.ts';
import {
  listForms,
  relocateCitation,
  type VersionIndex,
  type VersionList,
  type VersionRecord,
  type VersionRecords,
  type VersionText,
} from '../../library/versions.ts';
import type { Versions } from './access.ts';

/** Number of texts in memory: a quote is searched in all texts of its article. */
const maxCached = 64;
/** Number of lists in memory: a response reads that of its article several times. */
const maxLists = 1_000;

/**
 * @param readPart the text in one part; rejects when the part is damaged
 * @param readOthers the records of other releases: a text of theirs may have been delivered before a rollback
 */
export function createVersions(
  index: VersionRecords,
  readPart: (part: string) => Promise<VersionText>,
  urls: Pick<Urls, 'version'>,
  readOthers: () => readonly VersionIndex[] = () => [],
): Versions {
  const texts = new LRUCache<string, VersionText>({ max: maxCached, fetchMethod: readPart });
  const read = (part: string) => texts.forceFetch(part);
  let delivered: ReturnType<typeof groupByDigest> | undefined;
  let deliveredByOthers: ReturnType<typeof groupByDigest> | undefined;
  const lists = new LRUCache<string, VersionList>({ max: maxLists });
  function find(id: string): VersionList | undefined {
    const found = lists.get(id) ?? index.get(id);
    if (found) lists.set(id, found);
    return found;
  }
  const list = (article: PublicArticle) => find(article.id)?.records ?? [describePresent(article)];
  return {
    list,
    headings: ({ id }) => find(id)?.headings ?? [],
    present: (article) => list(article).at(-1) ?? describePresent(article),
    // At least as long as the digest in the name of a version.
    findByDigest: (article, digest) =>
      /^sha256:[0-9a-f]{16,64}$/.test(digest)
        ? list(article)
            .flatMap(listForms)
            .findLast((form) => form.digest.startsWith(digest))
        : undefined,
    listDelivered(digest) {
      delivered ??= groupByDigest(index.entries());
      const own = delivered.get(digest);
      if (own) return own;
      deliveredByOthers ??= withoutKnown(
        groupByDigest(readOthers().flatMap((other) => Object.entries(other))),
        delivered,
      );
      return deliveredByOthers.get(digest) ?? [];
    },
    async read({ part, name }) {
      const { article } = await read(part);
      return copyArticle(article, { citation: relocateCitation(article.citation, urls.version(article.slug, name)) });
    },
    async readPaid({ slug: _, level }, { part }) {
      return level === 'public' ? undefined : ((await read(part)).paid ?? undefined);
    },
  };
}

/** The other releases have nearly all records of this one: only those that it does not have stay in memory. */
function withoutKnown<Value>(all: ReadonlyMap<string, Value>, known: ReadonlyMap<string, Value>): Map<string, Value> {
  return new Map([...all].filter(([digest]) => !known.has(digest)));
}

/**
 * One request may name a hundred digests, and a library may have 20,000 articles: the texts are read through once, not
 * for each.
 */
function groupByDigest(
  lists: Iterable<[id: string, list: VersionList]>,
): ReadonlyMap<string, { id: string; record: VersionRecord }[]> {
  const all = Iterator.from(lists).flatMap(([id, { records }]) =>
    records.flatMap(listForms).map((record) => ({ id, record })),
  );
  return Map.groupBy(all, ({ record }) => record.digest);
}

/** Describes the current text of a library whose versions are not stored, as in a preview for authors. */
function describePresent({
  versionName: name,
  version: label,
  tier,
  updated,
  date,
  releaseAt,
  contentDigest,
}: PublicArticle): VersionRecord {
  return { name, label, tier, date: updated ?? date, releaseAt, digest: contentDigest ?? '', part: '' };
}
