import { escapeXml } from '../../library/markup.ts';
import { renderAtomFeed } from './atom.ts';
import { type FeedSource, toTimestamp } from './feed-entries.ts';

interface Change {
  /** RFC 3339 full-date. */
  date: string;
  html: string;
}

/** Reads the items of the changelog that begin with a date, newest first. */
function readChanges(html: string): Change[] {
  return [
    ...html.matchAll(/<li>\s*(?:<p>)?<strong>(\d{4}-\d\d-\d\d)<\/strong>(?:[^<]*?: | )?(.*?)(?:<\/p>)?\s*<\/li>/gs),
  ].map(([, date = '', change = '']) => ({ date, html: change }));
}

/**
 * The changelog of the API as Atom 1.0 (RFC 4287), from the page that people read.
 * @param about.page path of that page
 */
export function renderChangelogFeed(
  source: Pick<FeedSource, 'publication' | 'urls'>,
  about: { title: string; description: string; html: string; page: string; path: string },
): string {
  const changes = readChanges(about.html);
  const url = source.urls.at(about.page);
  const { hostname: host } = new URL(url);
  const entries = changes.map(({ date, html }, index) => {
    // A tag URI (RFC 4151), counted from the oldest of the day: an entry that is added on top renames no other.
    const ofDay = changes.slice(index).filter((change) => change.date === date).length;
    const [title = date] = html.replace(/<[^>]*>/g, '').split(/(?<=[.:;]) /);
    return `  <entry>
    <id>${escapeXml(`tag:${host},${date}:changelog-${ofDay}`)}</id>
    <title type="html">${escapeXml(title)}</title>
    <link rel="alternate" type="text/html" href="${escapeXml(url)}"/>
    <updated>${toTimestamp(date)}</updated>
    <content type="html" xml:base="${escapeXml(url)}">${escapeXml(html)}</content>
  </entry>`;
  });
  const channel = { title: about.title, subtitle: about.description, page: about.page, path: about.path };
  return renderAtomFeed(source, channel, { updated: toTimestamp(changes[0]?.date ?? '1970-01-01'), entries });
}
