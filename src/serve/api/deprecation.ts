import type { Urls } from '../../contract/urls.ts';
import { dayMs } from '../../library/durations.ts';
import type { Deprecation } from '../../library/publication-settings.ts';

const leastOverlapMs = 90 * dayMs;

/**
 * `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and their `Link` rels for each deprecated operation.
 * @throws Error when an overlap is under 90 days (specification section 9 rule 2)
 */
export function deprecationHeaders(deprecations: readonly Deprecation[], urls: Urls): Map<string, [string, string][]> {
  return new Map(
    deprecations.map(({ operationId, deprecated, sunset }) => {
      const from = Date.parse(deprecated);
      const until = Date.parse(sunset);
      if (!(until - from >= leastOverlapMs)) {
        throw new Error(
          `The deprecation of ${operationId} ends under 90 days after it begins; move its sunset in site.config.ts.`,
        );
      }
      const changelog = `${urls.developers}#changelog`;
      return [
        operationId,
        [
          ['deprecation', `@${from / 1000}`],
          ['sunset', new Date(until).toUTCString()],
          ['link', `<${changelog}>; rel="deprecation", <${changelog}>; rel="sunset"`],
        ],
      ];
    }),
  );
}
