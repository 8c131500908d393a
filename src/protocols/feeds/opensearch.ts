import type { Urls } from '../../contract/urls.ts';
import { escapeXml } from '../../library/markup.ts';
import type { Publication } from '../../library/publication-settings.ts';

/** OpenSearch 1.1 description, so that a browser can search the site from its location bar. */
export function renderOpenSearch(publication: Publication, urls: Urls): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>${escapeXml(publication.name.slice(0, 16))}</ShortName>
  <Description>${escapeXml(publication.tagline.slice(0, 1024))}</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="32" height="32" type="image/svg+xml">${escapeXml(urls.at('/icon.svg'))}</Image>
  <Url type="text/html" template="${escapeXml(urls.at('/search'))}?q={searchTerms}"/>
  <Url type="application/json" template="${escapeXml(urls.at('/ask'))}?query={searchTerms}"/>
</OpenSearchDescription>
`;
}
