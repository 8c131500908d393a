export interface RequestTarget {
  /** In origin-form, escaped no more than it must be; as it came when it has none of the forms. */
  url: string;
  /** Host of a target in absolute-form; it replaces the Host header. */
  authority: string | undefined;
}

const absoluteForm = /^https?:\/\/([^/?#]*)([^#]*)$/i;
const unreserved = /[\w.~-]/;

/**
 * One spelling for what RFC 9112 section 3.2 and RFC 3986 section 6.2.2.2 call the same: a target in absolute-form, which servers
 * must accept, loses its authority; `*`, the whole server, is its root; a letter need not be escaped.
 */
export function parseTarget({ method = '', url = '' }: { method?: string; url?: string }): RequestTarget {
  if (url.startsWith('/')) return { url: unescapePath(url), authority: undefined };
  if (url === '*' && method === 'OPTIONS') return { url: '/', authority: undefined };
  const [, authority, rest = ''] = absoluteForm.exec(url) ?? [];
  if (authority === undefined) return { url, authority };
  return { url: unescapePath(rest.startsWith('/') ? rest : `/${rest}`), authority };
}

function unescapePath(url: string): string {
  if (!url.includes('%')) return url;
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  const unescaped = path.replace(/%[2-7][0-9a-f]/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return unreserved.test(character) ? character : escaped;
  });
  return unescaped + url.slice(path.length);
}
