import { type GroupKind, groupArticles, groupTitle } from '../../core/article-groups.ts';
import { publication } from '../../library/current-publication.ts';
import type { Author, PublicArticle } from '../../library/library.ts';
import type { FeedChannel } from '../../protocols/feeds/feed-entries.ts';
import { chooseWords } from '../../words/words.ts';

const words = chooseWords(publication.language);

/** Articles that belong together: by a tag, an author or a series. Made from the released ones alone. */
export interface Group {
  kind: GroupKind;
  /** Path of its page; the feed and the markdown have endings. */
  path: string;
  title: string;
  description: string;
  /** A series in the order of its parts, all others newest first. */
  articles: readonly PublicArticle[];
  author: Author | undefined;
}

export function byPart(one: PublicArticle, other: PublicArticle): number {
  return (one.series?.part ?? 0) - (other.series?.part ?? 0);
}

/** Undefined when no released article belongs to it. */
export function findGroup(kind: GroupKind, name: string, released: readonly PublicArticle[]): Group | undefined {
  const id = name.normalize('NFC');
  const articles = groupArticles[kind](released).get(id) ?? [];
  const [first] = articles;
  if (!first) return undefined;
  const title = groupTitle(kind, id, first);
  const group = { kind, path: `/${kind}/${encodeURIComponent(id)}`, title, articles, author: undefined };
  switch (kind) {
    case 'tags':
      return { ...group, description: words.articlesFiledUnder(title) };
    case 'authors': {
      const author = first.authors.find((candidate) => candidate.id === id);
      return { ...group, description: author?.about ?? words.articlesOfAuthor(title), author };
    }
    case 'series':
      return { ...group, description: words.articlesOfSeries(title), articles: articles.toSorted(byPart) };
  }
}

/** Its feed: newest first, whatever the order of the page. */
export function toFeedChannel(group: Group, publication: { name: string }): FeedChannel {
  return {
    title: `${group.title} · ${publication.name}`,
    subtitle: group.description,
    path: `${group.path}.xml`,
    page: group.path,
  };
}
