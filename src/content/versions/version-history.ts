import type { Revision } from '../../library/library.ts';
import { type Memo, withoutMemo } from '../../library/part-cache.ts';
import type { VersionRecord } from '../../library/versions.ts';
import { type BuildContext, type BuiltArticle, buildArticle } from '../build-article.ts';
import { decideRelease } from '../load/dates.ts';
import type { GitFiles } from '../load/git-files.ts';
import type { History } from '../load/history.ts';
import { normalise } from '../load/source-file.ts';
import type { LoadedArticle } from '../load-article.ts';
import { nameText, type TextWriter } from './text-archive.ts';

/** Compiles articles with the texts that were published before. */
export function createVersionHistory(about: {
  context: BuildContext;
  files: GitFiles;
  history: History;
  now: number;
  texts: TextWriter | undefined;
}) {
  const { context, files, history, now, texts } = about;

  function compile(
    loaded: LoadedArticle,
    { memo = context.memo, revisions, records }: { memo?: Memo; revisions: Revision[]; records: VersionRecord[] },
  ) {
    return buildArticle(loaded, { ...context, memo, revisions, nameText: (text) => nameText(text, records) });
  }

  /** Adds a text to the records of its article, unless it is among them. @returns the text under the name of its record */
  async function record(
    loaded: LoadedArticle,
    to: { texts: TextWriter; revisions: Revision[]; records: VersionRecord[]; memo?: Memo },
  ) {
    const { texts, revisions, records } = to;
    const built = await compile(loaded, to);
    const known = records.find(({ name }) => name === built.article.versionName);
    if (known) return { built, present: known };
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

  /** Commits of the article under its present and its former slugs, oldest first, each with the moment of the next one. */
  function listCommits({ slug, meta }: LoadedArticle) {
    const commits = [slug, ...meta.aliases].flatMap((name) => {
      const path = `articles/${name}.md`;
      return (history.get(path) ?? []).map(({ commit, at }) => ({ commit, at, path, name })).reverse();
    });
    commits.sort((one, other) => one.at - other.at);
    return commits.map((entry, index) => ({ ...entry, replacedAt: commits[index + 1]?.at ?? now }));
  }

  return {
    /**
     * The present text of an article, named and, where texts are stored, recorded after all that were published before it.
     * @param options.reload compiles another text of the same article
     * @param options.isIdOfAnother is this the id of another article? Its texts may have been under the same slug
     */
    async build(
      loaded: LoadedArticle,
      options: {
        revisions: Revision[];
        reload: (text: string) => Promise<LoadedArticle | undefined>;
        isIdOfAnother: (name: string) => boolean;
      },
    ): Promise<BuiltArticle> {
      const { meta, slug } = loaded;
      if (!texts || meta.draft) return compile(loaded, { ...options, records: [] });
      const { id = slug, aliases } = meta;
      const isOurs = (name: string) => name === id || !options.isIdOfAnother(name);
      const { examinedAt, records } = texts.list([id, slug, ...aliases].filter(isOurs));
      const commits = listCommits(loaded).filter(({ at }) => at >= examinedAt);
      const committed = await Promise.all(commits.map(({ commit, path }) => files.read(commit, path)));
      for (const [number, { replacedAt, name }] of commits.entries()) {
        const text = committed[number];
        if (text === undefined || normalise(text) === loaded.text) continue;
        const earlier = await options.reload(text);
        if (!earlier || !isOurs(earlier.meta.id ?? name) || !wasPublished(earlier, replacedAt)) continue;
        // It is stored now, so no later build renders it.
        await record(earlier, { texts, revisions: [], records, memo: withoutMemo });
      }
      const { built, present } = await record(loaded, { texts, revisions: options.revisions, records });
      const others = records.filter(({ name }) => name !== present.name);
      others.sort((one, other) => Number(one.date > other.date) - Number(one.date < other.date));
      texts.set(id, { examinedAt: commits.at(-1)?.at ?? examinedAt, records: [...others, present] });
      return built;
    },
  };
}

/** Was a committed text readable before the next one replaced it? One whose front matter cannot be read was not. */
function wasPublished({ meta, isReadable }: LoadedArticle, replacedAt: number): boolean {
  if (meta.draft || meta.withdrawn || !isReadable) return false;
  return decideRelease({ publishAt: meta.publish_at, embargoUntil: meta.embargo_until, now: replacedAt }) === null;
}
