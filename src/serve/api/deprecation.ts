import type { Urls } from '../../contract/urls.ts';
import type { Deprecation } from '../../library/publication-settings.ts';

/** `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and their `Link` rels for each deprecated operation. */
export function deprecationHeaders(deprecations: readonly Deprecation[], urls: Urls): Map<string, [string, string][]> {
  return new Map(
    deprecations.map(({ operationId, deprecated, sunset }) => {
      const from = Date.parse(deprecated);
      const until = Date.parse(sunset);
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
