import { artifactUrl } from '../../contract/urls.ts';
import { markHeading } from '../../library/digest.ts';
import { minuteMs } from '../../library/durations.ts';
import type { PublicArticle } from '../../library/library.ts';
import type { ArticleRecords } from '../payment/purchases.ts';
import type { Resources } from '../resources.ts';
import type { GrantedAccess } from './access-decision.ts';
import type { Keyring } from './keys.ts';

/** Links signed within this time are identical, so that responses that contain them can be cached. */
const windowMs = 15 * minuteMs;

/** Needed to sign a link, and to check one. */
export type LinkServices = Pick<Resources, 'urls' | 'now'> & { keyring: Keyring };

interface LinkedFile {
  articleId: string;
  /**
   * Mark of a title of the article: where the ID is only the slug, another article may take it while the link is valid.
   */
  mark: string;
  path: string;
}

/** Epoch milliseconds until which links that are signed now open their files: a quarter to half an hour. */
export function linksExpireAt(now: number): number {
  return (Math.floor(now / windowMs) + 2) * windowMs;
}

/** Root, slug and rest of the path of a file. */
const afterSlug = /^(\/[^/]+\/)([^/.]+)(.*)$/;

/** The slug is left out: a signature stays valid while its article is renamed. */
const signedText = ({ articleId, mark, path }: LinkedFile, expires: number): `${string}\n${string}` =>
  `file\n${articleId}\n${mark}\n${path.replace(afterSlug, '$1$3')}\n${expires}`;

/** The paths under which texts of an article name its file: an earlier one has a former slug. */
function listPaths(path: string, { id, slug, aliases }: PublicArticle): string[] {
  const isOwn = afterSlug.exec(path)?.[2] === slug;
  return [path, ...(isOwn ? [id, ...aliases] : []).map((name) => path.replace(afterSlug, `$1${name}$3`))];
}

/**
 * Does a text have a file, under the present slug of its article or a former one? It shows figures and lists data; the
 * PDF contains it.
 */
export function isFileOf({ article, body }: Pick<GrantedAccess, 'article' | 'body'>, path: string): boolean {
  const isArtifact = article.artifacts.some(({ file }) => artifactUrl(article.slug, file) === path);
  const named = matchPaths(listPaths(path, article));
  return isArtifact || named.test(body.markdown) || named.test(body.html);
}

/** Finds paths where a text names one of them, and not a longer one that begins with it. */
function matchPaths(paths: Iterable<string>, flags = ''): RegExp {
  const any = [...paths].map(RegExp.escape).join('|');
  return new RegExp(`(?<=[\\s(<"'[])(?:${any})(?=[\\s)>"'\\]#]|$)`, flags);
}

/** The query of the URL of a file that proves that its reader may read it, valid until `linksExpireAt`. */
function signFile({ keyring, now }: LinkServices, file: LinkedFile): string {
  const expires = linksExpireAt(now()) / 1000;
  return `?expires=${expires}&signature=${keyring.sign(signedText(file, expires))}`;
}

/** Did we sign the query of this URL, for this file and article, and is it still valid? */
export function isLinkGood(
  { keyring, now, versions }: Omit<LinkServices, 'urls'> & Pick<ArticleRecords, 'versions'>,
  { article, path }: { article: PublicArticle; path: string },
  query: URLSearchParams,
): boolean {
  const [expires, signature] = [query.get('expires') ?? '', query.get('signature') ?? ''];
  if (!/^\d{1,12}$/.test(expires)) return false;
  const expiresAt = Number(expires) * 1000;
  // A clock that was set back must not stretch what was signed before.
  if (expiresAt <= now() || expiresAt > linksExpireAt(now())) return false;
  const marks = new Set([...markHeading(article), ...versions.headings(article)]);
  const isSigned = (mark: string) =>
    keyring.isSigned(signedText({ articleId: article.id, mark, path }, Number(expires)), signature);
  return [...marks].some(isSigned);
}

/**
 * The article for a buyer: its figures, data and PDF have signed URLs, in the text too, because a buyer who pays by
 * request has no credential to send. A subscriber has one and gets the plain URLs.
 */
export function linkFiles(services: LinkServices, opened: GrantedAccess): GrantedAccess {
  const { article, body, section, files, level } = opened;
  if (level !== 'purchase' || files.length === 0) return opened;
  const [mark = ''] = markHeading(article);
  const signatures = new Map(
    files.map(({ path }) => [path, signFile(services, { articleId: article.id, mark, path })] as const),
  );
  const present = new Map(files.flatMap(({ path }) => listPaths(path, article).map((named) => [named, path] as const)));
  const links = matchPaths(present.keys(), 'g');
  const signed = (path: string) => `${path}${signatures.get(path) ?? ''}`;
  const link = (markdown: string) => markdown.replace(links, (named) => signed(present.get(named) ?? named));
  return {
    ...opened,
    // Digests stay those of the version: a signature in a URL is not part of the text.
    body: {
      html: body.html,
      markdown: link(body.markdown),
      spans: body.spans,
      ...(body.charts && { charts: body.charts }),
    },
    section: section && { ...section, markdown: link(section.markdown) },
    files: files.map((file) => ({
      ...file,
      url: `${services.urls.at(file.path)}${signatures.get(file.path)}`,
      expiresAt: linksExpireAt(services.now()),
    })),
  };
}
