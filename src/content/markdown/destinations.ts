import { posix } from 'node:path';

/** Where a link in Markdown goes. */
export type Destination =
  | { kind: 'external'; url: string }
  | { kind: 'anchor'; anchor: string }
  /** A path of this site, `/articles/x`. */
  | { kind: 'site'; path: string; anchor: string }
  /** Another content file, named relative to this one as on GitHub. */
  | { kind: 'content'; folder: 'articles' | 'pages'; name: string; anchor: string }
  | { kind: 'unsafe'; reason: string };

const scheme = /^[a-z][a-z0-9+.-]*:/i;
const contentFile = /^(articles|pages)\/([^/]+)\.md$/;

/**
 * Classifies the target of a link.
 * @param href the target as marked read it
 * @param folder folder of the file with the link
 */
export function readDestination(href: string, folder: 'articles' | 'pages'): Destination {
  const target = href.replaceAll('&amp;', '&').trim();
  // Browsers drop tabs and newlines inside a URL and read \ as /, so neither may hide a scheme or a host.
  if (/[\p{Cc}\\]/u.test(target)) return unsafe('it holds a control character or a backslash');
  if (target.startsWith('//')) return unsafe('it names a host without a scheme; write https://');
  if (scheme.test(target)) return readAbsolute(target);
  const [path = '', ...rest] = target.split('#');
  const anchor = decodePart(rest.join('#'));
  if (path === '') return anchor === '' ? unsafe('it goes nowhere') : { kind: 'anchor', anchor };
  if (path.startsWith('/')) return { kind: 'site', path: encodePath(path), anchor };
  const file = contentFile.exec(posix.normalize(posix.join(folder, path)));
  if (!file?.[2]) return unsafe('a relative link names an article or page file such as other-article.md');
  return { kind: 'content', folder: file[1] === 'pages' ? 'pages' : 'articles', name: file[2], anchor };
}

/** @returns the URL for an `href`, not yet escaped; undefined for a target that must not become a link */
export function toHref(destination: Destination): string | undefined {
  switch (destination.kind) {
    case 'external':
      return destination.url;
    case 'anchor':
      return `#${encodeURIComponent(destination.anchor)}`;
    case 'site':
      return `${destination.path}${toFragment(destination.anchor)}`;
    case 'content':
      return `${destination.folder === 'articles' ? '/articles/' : '/'}${encodeURIComponent(destination.name)}${toFragment(destination.anchor)}`;
    case 'unsafe':
      return undefined;
  }
}

function readAbsolute(target: string): Destination {
  const url = URL.parse(target);
  if (!url) return unsafe('it is not a URL');
  const isWeb = (url.protocol === 'http:' || url.protocol === 'https:') && /^https?:\/\//i.test(target);
  if (/^https?:/i.test(target) && !isWeb) return unsafe(`two slashes are missing; write ${url.href}`);
  if (!isWeb && url.protocol !== 'mailto:') return unsafe(`${url.protocol} is not allowed; use https, http or mailto`);
  return { kind: 'external', url: url.href };
}

function toFragment(anchor: string): string {
  return anchor === '' ? '' : `#${encodeURIComponent(anchor)}`;
}

/** Percent-decodes a part of a URL. */
export function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray % is part of the name, and the check that looks for it will find nothing.
    return text;
  }
}

/** Percent-encodes the characters that a URL must not contain, and leaves existing escapes unchanged. */
function encodePath(path: string): string {
  return encodeURI(path.toWellFormed()).replaceAll('%25', '%');
}

function unsafe(reason: string): Destination {
  return { kind: 'unsafe', reason };
}
