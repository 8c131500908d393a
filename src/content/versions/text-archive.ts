import { renameSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { versionPath } from '../../contract/urls.ts';
import { markHeading, sha256 } from '../../library/digest.ts';
import type { PublicArticle } from '../../library/library.ts';
import {
  completeBody,
  nameDetachedList,
  parseText,
  relocateCitation,
  type VersionIndex,
  type VersionList,
  type VersionRecord,
  type VersionText,
} from '../../library/versions.ts';
import type { BuiltArticle } from '../build-article.ts';

/** Where texts are stored, and the records of the release before. */
export interface TextArchive {
  /** Holds one file for each text, named by the SHA-256 of its bytes. */
  folder: string;
  previous: VersionIndex;
}

type Named = Pick<VersionRecord, 'label' | 'tier' | 'date' | 'digest'>;

/**
 * The name of a text in its permanent URL. A number belongs to the first text that was published under it. Any other
 * text is named by its digest, but a paid one by its date: by a digest a guess at its words could be tested.
 */
export function nameText(text: Named, others: readonly VersionRecord[]): string {
  const known = others.find(({ digest, label }) => digest === text.digest && label === text.label);
  if (known) return known.name;
  if (text.label !== null && !others.some(({ label }) => label === text.label)) return text.label;
  if (text.tier === 'free') return text.digest.slice(0, 'sha256:'.length + 16);
  const isTaken = (name: string) => others.some((other) => other.name === name);
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? text.date : `${text.date}.${count}`;
    if (!isTaken(name)) return name;
  }
}

/**
 * Is this the same article, where the id is only the slug? Another one that has taken the slug has another title and
 * description; an author rarely changes both at once.
 */
export function isAlike(one: Heading, other: Heading): boolean {
  return one.title === other.title || one.description === other.description;
}
type Heading = Pick<PublicArticle, 'title' | 'description'>;

/** The history of an article that is compiled by itself. */
export const withoutHistory = { revisions: [], nameText: (text: Named) => nameText(text, []) };

/** Stores texts as parts that never change, and records them by the id of their article. */
export async function createTextWriter({ folder, previous }: TextArchive, now: number) {
  await mkdir(folder, { recursive: true });
  const stored = new Set(await readdir(folder));
  /** Texts of this build, whose links are relative. */
  const recorded = new Set<string>();
  const index: VersionIndex = { ...previous };
  /** IDs of the articles of this build. */
  const present = new Set<string>();
  /** Slugs whose texts were of another article. */
  const aside = new Set<string>();
  /** Texts of the article at hand that were recorded in this build. */
  const latest = new Map<string, VersionText>();

  /** @param part part of a record */
  const read = async (part: string): Promise<VersionText> =>
    latest.get(part) ?? parseText(await readFile(join(folder, part), 'utf8'));

  /** The marks of a list, or else those of its texts. A text that cannot be read has none. */
  async function listHeadings({ headings, records }: VersionList): Promise<string[]> {
    if (headings) return headings;
    const texts = records.map(({ part }) =>
      read(part).then(
        ({ article }) => markHeading(article),
        () => [],
      ),
    );
    return (await Promise.all(texts)).flat();
  }

  function store(text: VersionText): string {
    const bytes = JSON.stringify(text);
    const part = sha256(bytes);
    const path = join(folder, part);
    latest.set(part, text);
    if (stored.has(part)) return part;
    // Synchronous: for ten thousand texts the promises cost more than the writes.
    writeFileSync(`${path}.next`, bytes);
    renameSync(`${path}.next`, path);
    stored.add(part);
    return part;
  }

  return {
    /** Was a release built before whose texts are stored here? */
    hasEarlier: Object.keys(previous).length > 0,
    /**
     * Takes the texts of a former article from a slug that another one has taken: a receipt still finds them.
     * @param about.beganAt epoch milliseconds of the commit with which the article of this build came to its path
     * @param about.readFirst reads the article as it was in that commit: title and description may have changed one
     *   after the other since
     */
    async setAside(
      slug: string,
      about: { article: Heading; beganAt: number; readFirst: () => Promise<Heading | undefined> },
    ): Promise<void> {
      const list = previous[slug];
      const newest = list?.records.at(-1);
      if (!list || !newest || (!list.isGone && list.examinedAt > about.beganAt)) return;
      const headings = await listHeadings(list);
      const isOfList = (heading: Heading) => markHeading(heading).some((mark) => headings.includes(mark));
      if (isOfList(about.article)) return;
      const first = await about.readFirst();
      if (first && isOfList(first)) return;
      delete index[slug];
      index[nameDetachedList(slug, newest)] = list;
      aside.add(slug);
    },
    /**
     * The texts of the article with these names that were published before, oldest first. One that was replaced before
     * its release is not.
     */
    async list(names: readonly string[]): Promise<Required<Omit<VersionList, 'isGone'>>> {
      latest.clear();
      const lists = [...new Set(names)].flatMap((name) => (aside.has(name) ? [] : (previous[name] ?? [])));
      const records = lists.flatMap((list) => list.records);
      return {
        examinedAt: Math.max(0, ...lists.map(({ examinedAt }) => examinedAt)),
        records: records.filter(({ releaseAt }) => releaseAt === null || releaseAt <= now),
        headings: (await Promise.all(lists.map(listHeadings))).flat(),
      };
    },
    /** @returns the record of a text, stored if it is new */
    record(built: BuiltArticle): VersionRecord {
      const { sections: _, ...article } = built.article;
      const { tier, version: label, versionName: name, releaseAt } = article;
      const { sections: __, ...paid } = built.paid ?? { sections: [] };
      const citation = relocateCitation(article.citation, versionPath(article.slug, name));
      const text: VersionText = {
        article: { ...article, citation, releaseAt: null, revisions: [] },
        paid: 'body' in paid ? paid : null,
      };
      const part = store(text);
      recorded.add(part);
      return { name, label, tier, date: built.day, digest: built.digest, releaseAt, part };
    },
    /** The record of the same text with absolute links, as earlier versions of the software stored it. */
    async findWithAbsoluteLinks(built: BuiltArticle, records: readonly VersionRecord[]) {
      const { markdown } = (built.paid ?? built.article).body;
      const { version, tier } = built.article;
      const candidates = records.filter((other) => other.label === version && other.tier === tier);
      for (const record of candidates.filter(({ part }) => !recorded.has(part)).reverse()) {
        const text = await read(record.part);
        const base = URL.parse(String(text.article.citation.csl.URL))?.origin;
        if (base && completeBody(text).markdown.replaceAll(`${base}/`, '/') === markdown) return record;
      }
      return undefined;
    },
    set(id: string, list: VersionList) {
      index[id] = list;
      present.add(id);
    },
    /** The records of an article of this build, oldest first. */
    recordsOf: (id: string): readonly VersionRecord[] => index[id]?.records ?? [],
    /** The records of all articles, those of former ones marked. */
    index: (): VersionIndex =>
      Object.fromEntries(
        Object.entries(index).map(([id, list]) => [id, present.has(id) ? list : { ...list, isGone: true }]),
      ),
    read,
  };
}

export type TextWriter = Awaited<ReturnType<typeof createTextWriter>>;
