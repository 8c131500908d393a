/** How long a shared cache may keep what is purged when it changes. */
const purgedSeconds = 3_600;
/** How long it may still send the old response while it fetches the new one. */
const revalidateSeconds = 60;

/** Headers about one caller or one request: a shared cache would hand them to the next. */
const perRequest = new Set([
  'ratelimit',
  'ratelimit-policy',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
]);

/**
 * The headers of a response as a shared cache may store them: tags to purge by, no header of one request, and
 * `s-maxage` (RFC 9111 section 5.2.2.10) with `stale-while-revalidate` (RFC 5861) where a purge follows each change.
 * @param headers flat: name, value, name, value
 * @param about.tag the publication's own
 * @param about.isPurged whether the cache is purged when another release is served
 * @param about.unchangedFor milliseconds until a scheduled article is released
 * @returns `headers` itself when the response is not public
 */
export function toEdgeHeaders(
  headers: string[],
  about: { pathname: string; tag: string; isPurged: boolean; unchangedFor: number },
): string[] {
  const at = headers.indexOf('cache-control');
  const control = at < 0 ? undefined : headers[at + 1];
  if (!control?.startsWith('public')) return headers;
  const stored: string[] = [];
  for (let name = 0; name < headers.length; name += 2) {
    const [field = '', value = ''] = headers.slice(name, name + 2);
    if (perRequest.has(field)) continue;
    stored.push(field, name === at ? extend(control, about) : value);
  }
  const tags = listTags(about);
  // Cloudflare, Akamai and Bunny read the first form, Fastly the second.
  stored.push('cache-tag', tags.join(','), 'surrogate-key', tags.join(' '));
  return stored;
}

function extend(control: string, { isPurged, unchangedFor }: { isPurged: boolean; unchangedFor: number }): string {
  const seconds = Math.min(purgedSeconds, Math.floor(unchangedFor / 1_000));
  const maxAge = /^public, max-age=(\d+)$/.exec(control)?.[1];
  if (!isPurged || maxAge === undefined || seconds <= Number(maxAge)) return control;
  // No purge follows when a scheduled article is released: the stored response must expire then.
  const rest = seconds < purgedSeconds ? '' : `, stale-while-revalidate=${revalidateSeconds}`;
  return `${control}, s-maxage=${seconds}${rest}`;
}

/** The publication, and the article in the URL. */
function listTags({ pathname, tag }: { pathname: string; tag: string }): string[] {
  const slug = /\/(?:articles|og)\/([a-z0-9-]+)/.exec(pathname)?.[1];
  return slug === undefined ? [tag] : [tag, `${tag}-${slug}`];
}
