import { documents } from '../../contract/document-urls.ts';
import type { GroupKind } from '../../core/article-groups.ts';
import { publication } from '../../library/current-publication.ts';
import { renderAtom } from '../../protocols/feeds/atom.ts';
import { renderListMarkdown } from '../../protocols/feeds/markdown-pages.ts';
import { markdownResponse, textResponse } from '../text-response.ts';
import { feedSource } from './feed-source.ts';
import { findGroup, toFeedChannel } from './groups.ts';

/** `/tags/<tag>.md` and its like for authors and series. */
export function serveGroupMarkdown(kind: GroupKind, id: string | undefined, locals: App.Locals) {
  const source = feedSource(locals.services);
  const group = findGroup(kind, id ?? '', source.articles);
  if (!group) return locals.notFound();
  return markdownResponse(renderListMarkdown({ ...source, articles: group.articles }, { ...group, lead: '' }));
}

/** `/tags/<tag>.xml` and its like: an Atom feed, newest first. */
export function serveGroupFeed(kind: GroupKind, id: string | undefined, locals: App.Locals) {
  const source = feedSource(locals.services);
  const group = findGroup(kind, id ?? '', source.articles);
  if (!group) return locals.notFound();
  const articles = source.articles.filter((article) => group.articles.includes(article));
  return textResponse(renderAtom({ ...source, articles }, toFeedChannel(group, publication)), documents.atom.type);
}
