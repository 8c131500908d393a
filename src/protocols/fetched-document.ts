import { dayMs, hourMs } from '../library/durations.ts';

/**
 * Fetches the text at a URL that a stranger chose, for the client at `clientAddress`. The implementation limits it to
 * public hosts, small responses and short waits.
 * @returns undefined when it could not be fetched, without a reason: a reason would tell strangers about our network
 */
export type FetchDocument = (url: URL, clientAddress: string) => Promise<SiteText | undefined>;

export interface SiteText {
  text: string;
  cacheControl: string | undefined;
}

const usualLifeMs = hourMs;
const maxLifeMs = dayMs;

/** RFC 9111 section 5.2.2: how long may the document of a site be cached? */
export function readLife(cacheControl: string | undefined): number {
  if (cacheControl === undefined) return usualLifeMs;
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return 0;
  const seconds = /\bmax-age=(\d{1,9})/i.exec(cacheControl)?.[1];
  return seconds === undefined ? usualLifeMs : Math.min(Number(seconds) * 1000, maxLifeMs);
}
