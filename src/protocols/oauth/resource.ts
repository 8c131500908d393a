import type { Urls } from '../../contract/urls.ts';
import { toErrorDescription } from './oauth-error.ts';

/** The protected resources: the whole service, the product tool server, the article API. */
export const listResources = (urls: Urls): string[] => [urls.base, urls.mcp, urls.api('live')];

/**
 * Parses the requested resources (RFC 8707); undefined when none is named.
 *
 * @param values the parameter as sent; the base URL may end in the slash that URL parsers add
 * @throws OauthError `invalid_target` for any other URL
 */
export function readResources(values: readonly string[], urls: Urls): string[] | undefined {
  if (values.length === 0) return undefined;
  const known = listResources(urls);
  const requested = values.map((value) => (value === `${urls.base}/` ? urls.base : value));
  if (!requested.every((resource) => known.includes(resource))) {
    throw toErrorDescription((words) => words.otherResource(known.join(', ')), 'invalid_target');
  }
  return known.filter((resource) => requested.includes(resource));
}
