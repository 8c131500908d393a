import { markHeading } from '../../library/digest.ts';
import type { Revision } from '../../library/library.ts';
import { type Frame, type Memo, withoutMemo } from '../../library/part-cache.ts';
import type { VersionRecord, VersionText } from '../../library/versions.ts';
import { type BuiltArticle, buildArticle } from '../build-article.ts';
import { findShownFigures, type ShownFigures } from '../figure-list.ts';
import { decideRelease } from '../load/dates.ts';
import type { GitFiles } from '../load/git-files.ts';
import type { FileCommit, History } from '../load/history.ts';
import { normalise } from '../load/source-file.ts';
import type { LoadedArticle } from '../load-article.ts';
import type { BuildContext } from '../render-document.ts';
import { isAlike, nameText, type TextWriter } from './text-archive.ts';

/**
 * Makes all that a build stores of an article. It depends on its arguments alone, so an earlier build may have done it.
 * @param earlier the texts that were published before
 */
export type WriteArticle<Part> = (built: BuiltArticle, earlier: readonly VersionText[]) => Frame<Part, Uint8Array>;

/** An article with its history. */
export interface WrittenArticle<Part> {
  part: Frame<Part>;
  shown: ShownFigures;
}

/** Names and texts that were published before. */
interface Published {
  revisions: Revision[];
  records: VersionRecord[];
}

/** Compiles articles with the texts that were published before. */
export function createVersionHistory<Part>(about: {
  context: BuildContext;
  write: WriteArticle<Part>;
  files: GitFiles;
  history: History;
  now: number;
  texts: TextWriter | undefined;
}) {
  const { context, write, files, history, now, texts } = about;

  function compile(loaded: LoadedArticle, { revisions, records }: Published, memo: Memo = context.memo) {
    return buildArticle(loaded, { ...context, memo, revisions, nameText: (text) => nameText(text, records) });
  }

  async function writeBuilt(loaded: LoadedArticle, built: BuiltArticle, records: readonly VersionRecord[]) {
    const { version: label, versionName: name, tier } = built.article;
    const earlier = listOthers(records, name);
    const text = { label, tier, date: built.day, digest: built.digest };
    const published = await Promise.all(earlier.flatMap((part) => texts?.read(part) ?? []));
    const { head: part, blocks } = write(built, published);
    const head: Head<Part> = { text, name, earlier, shown: findShownFigures(loaded.document, built), part };
    return { head, blocks };
  }

  /** Compiles and writes an article, unless an earlier build did. A part of another history is replaced. */
  async function writeText(loaded: LoadedArticle, published: Published) {
    const { records, revisions } = published;
    let compiled: Promise<BuiltArticle> | undefined;
    const readBuilt = () => {
      compiled ??= compile(loaded, published);
      return compiled;
    };
    const make = async () => writeBuilt(loaded, await readBuilt(), records);
    const { memo, highlighter: _, ...settings } = context;
    const inputs = ['article', loaded.key, settings, revisions];
    const isCurrent = ({ text, name, earlier }: Head<Part>) =>
      name === nameText(text, records) && earlier.join() === listOthers(records, name).join();
    const usedMemo = loaded.key === undefined ? withoutMemo : memo;
    return { ...openWritten(await usedMemo.frame(inputs, make, isCurrent)), readBuilt };
  }

  /**
   * Adds a text to the records of its article.
   * @returns the text under the name of its record
   */
  async function record(
    { loaded, built }: { loaded: LoadedArticle; built: BuiltArticle },
    { texts, revisions, records }: Published & { texts: TextWriter },
  ) {
    const same = await texts.findWithAbsoluteLinks(built, records);
    if (!same) {
      const present = texts.record(built);
      records.push(present);
      return { built, present };
    }
    const { name, digest, part, former = [] } = same;
    const named = await buildArticle(loaded, { ...context, revisions, nameText: () => name });
    const present = { ...texts.record(named), former: [...former, { digest, part }] };
    records.splice(records.indexOf(same), 1, present);
    return { built: named, present };
  }

  /** The present text of an article, recorded unless it was published before. */
  async function recordPresent(loaded: LoadedArticle, published: Published & { texts: TextWriter }) {
    const { records, revisions } = published;
    const { readBuilt, ...text } = await writeText(loaded, { revisions, records });
    const known = records.find(({ name }) => name === text.name);
    if (known) return { text, present: known };
    const { built, present } = await record({ loaded, built: await readBuilt() }, published);
    if (present.name === text.name) return { text, present };
    return { text: openWritten(await writeBuilt(loaded, built, records)), present };
  }

  /** The commits of a path that wrote this article, newest first: another article may have had the path before. */
  async function listOwnCommits(
    loaded: LoadedArticle,
    name: string,
    { reload, isOurs }: Others,
  ): Promise<FileCommit[]> {
    const path = `articles/${name}.md`;
    const commits = history.get(path) ?? [];
    const load = async ({ commit }: FileCommit) => {
      const text = await files.read(commit, path);
      return text === undefined ? undefined : reload(text);
    };
    for (const [number, entry] of commits.entries()) {
      const newer = commits[number - 1];
      // An article under a former name was removed there by its rename.
      const mayEnd = entry.removedAt === undefined ? entry.mayHaveMoved : newer !== undefined || name === loaded.slug;
      if (!mayEnd) continue;
      const earlier = await load(entry);
      // A text that cannot be read says nothing of itself.
      const isSame = earlier
        ? isOurs(earlier.meta.id ?? name) &&
          (earlier.meta.id !== undefined || isAlike(earlier.meta, ((newer && (await load(newer))) ?? loaded).meta))
        : isOurs(name) && entry.removedAt === undefined;
      if (!isSame) return commits.slice(0, number);
    }
    return commits;
  }

  /**
   * Commits of the article under its present and its former slugs, oldest first, each with the moment at which its text
   * ended.
   */
  async function listCommits(loaded: LoadedArticle, own: readonly FileCommit[], others: Others) {
    const lists = [{ name: loaded.slug, list: own }];
    for (const name of loaded.meta.aliases) lists.push({ name, list: await listOwnCommits(loaded, name, others) });
    const commits = lists.flatMap(({ name, list }) => list.map((entry) => ({ ...entry, name })).reverse());
    commits.sort((one, other) => one.at - other.at);
    return commits.map((entry, index) => ({
      ...entry,
      path: `articles/${entry.name}.md`,
      replacedAt: Math.min(entry.removedAt ?? now, commits[index + 1]?.at ?? now),
    }));
  }

  return {
    /**
     * The present text of an article, named and, where texts are stored, recorded after all that were published before
     * it.
     * @param options.reload compiles another text of the same article
     * @param options.isIdOfAnother is this the id of another article? Its texts may have been under the same slug
     */
    async build(
      loaded: LoadedArticle,
      options: {
        reload: (text: string) => Promise<LoadedArticle | undefined>;
        isIdOfAnother: (name: string) => boolean;
      },
    ): Promise<WrittenArticle<Part>> {
      const { meta, slug } = loaded;
      const { id = slug, aliases } = meta;
      const isOurs = (name: string) => name === id || !options.isIdOfAnother(name);
      const others = { reload: options.reload, isOurs };
      const own = await listOwnCommits(loaded, slug, others);
      const revisions = own.map(({ date, commit, subject }) => ({ date, commit, subject }));
      if (!texts || meta.draft) return writeText(loaded, { revisions, records: [] });
      const first = own.at(-1);
      const readFirst = async () => {
        const text = first && (await files.read(first.commit, `articles/${slug}.md`));
        return text === undefined ? undefined : (await options.reload(text))?.meta;
      };
      const about = { article: meta, beganAt: first?.at ?? 0, readFirst };
      if (meta.id !== slug && isOurs(slug)) await texts.setAside(slug, about);
      const { examinedAt, records, headings } = await texts.list([id, slug, ...aliases].filter(isOurs));
      const commits = (await listCommits(loaded, own, others)).filter(({ at }) => at >= examinedAt);
      // A commit is not a publication: each build records the text that it publishes, and a text between two builds,
      // such as one of a branch before its review, was never public. Only the first build has to take commits for
      // publications.
      const published = texts.hasEarlier ? [] : commits;
      const committed = await Promise.all(published.map(({ commit, path }) => files.read(commit, path)));
      for (const [number, { replacedAt, name }] of published.entries()) {
        const text = committed[number];
        if (text === undefined || normalise(text) === loaded.text) continue;
        const earlier = await options.reload(text);
        if (!earlier || !isOurs(earlier.meta.id ?? name) || !wasPublished(earlier, replacedAt)) continue;
        headings.push(...markHeading(earlier.meta));
        // It is stored now, so no later build renders it.
        const history = { revisions: [], records };
        const built = await compile(earlier, history, withoutMemo);
        const isKnown = records.some((other) => other.name === built.article.versionName);
        if (!isKnown) await record({ loaded: earlier, built }, { texts, ...history });
      }
      const { text, present } = await recordPresent(loaded, { texts, revisions, records });
      const earlier = records.filter(({ name }) => name !== present.name);
      earlier.sort((one, other) => Number(one.date > other.date) - Number(one.date < other.date));
      texts.set(id, {
        examinedAt: commits.at(-1)?.at ?? examinedAt,
        records: [...earlier, present],
        headings: [...new Set([...headings, ...markHeading(meta)])].sort(),
      });
      return text;
    },
  };
}

/** How an article was written, and with which history. */
interface Head<Part> {
  text: Parameters<typeof nameText>[0];
  name: string;
  earlier: string[];
  shown: ShownFigures;
  /** The head of the article. */
  part: Part;
}

function listOthers(records: readonly VersionRecord[], name: string): string[] {
  return records.filter((record) => record.name !== name).map(({ part }) => part);
}

function openWritten<Part>({ head: { part, ...head }, blocks }: Frame<Head<Part>>) {
  return { ...head, part: { head: part, blocks } };
}

/** Tells the texts of an article from those of others. */
interface Others {
  reload: (text: string) => Promise<LoadedArticle | undefined>;
  isOurs: (id: string) => boolean;
}

/** Was a committed text readable before the next one replaced it? One whose front matter cannot be read was not. */
function wasPublished({ meta, isReadable }: LoadedArticle, replacedAt: number): boolean {
  if (meta.draft || meta.withdrawn || !isReadable) return false;
  return decideRelease({ publishAt: meta.publish_at, embargoUntil: meta.embargo_until, now: replacedAt }) === null;
}
