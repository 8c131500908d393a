import { escapeXml } from '../../library/markup.ts';
import { type ExportContext, splitDate } from './export-context.ts';

/**
 * A Crossref deposit, schema 5.3.1: what registers the article's DOI. `batch` and `timestamp` (epoch milliseconds) name
 * this deposit; a later one of the same DOI needs a larger timestamp.
 * @throws Error when the article has no DOI
 */
export function toCrossref(
  exported: ExportContext,
  { batch, timestamp }: { batch: string; timestamp: number },
): string {
  const { article, url, publication } = exported;
  if (!article.doi)
    throw new Error(`${article.slug} has no doi in its front matter, and Crossref registers nothing else.`);
  const { year, month, day } = splitDate(article.date);
  const title = escapeXml(article.title);
  const license = escapeXml(article.license.url);
  return `<?xml version="1.0" encoding="UTF-8"?>
<doi_batch xmlns="http://www.crossref.org/schema/5.3.1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:ai="http://www.crossref.org/AccessIndicators.xsd" xmlns:jats="http://www.ncbi.nlm.nih.gov/JATS1" version="5.3.1" xsi:schemaLocation="http://www.crossref.org/schema/5.3.1 https://www.crossref.org/schemas/crossref5.3.1.xsd">
  <head>
    <doi_batch_id>${escapeXml(batch)}</doi_batch_id>
    <timestamp>${timestamp}</timestamp>
    <depositor>
      <depositor_name>${escapeXml(publication.publisher)}</depositor_name>
      <email_address>${escapeXml(publication.email)}</email_address>
    </depositor>
    <registrant>${escapeXml(publication.publisher)}</registrant>
  </head>
  <body>
    <posted_content type="other" language="${escapeXml(article.language)}">
      <group_title>${escapeXml(publication.name)}</group_title>
      <contributors>
${writeContributors(exported)}
      </contributors>
      <titles><title>${title}</title></titles>
      <posted_date><month>${month}</month><day>${day}</day><year>${year}</year></posted_date>
      <jats:abstract><jats:p>${escapeXml(article.description)}</jats:p></jats:abstract>
${article.license.url.startsWith('http') ? `      <ai:program name="AccessIndicators"><ai:license_ref>${license}</ai:license_ref></ai:program>\n` : ''}      <doi_data><doi>${escapeXml(article.doi)}</doi><resource>${escapeXml(url)}</resource></doi_data>
    </posted_content>
  </body>
</doi_batch>
`;
}

function writeContributors({ authors }: ExportContext): string {
  const lines = authors.map((record, index) => {
    const { name, orcid, affiliation } = record.author;
    const sequence = `sequence="${index === 0 ? 'first' : 'additional'}" contributor_role="author"`;
    if (record.isOrganization) return `<organization ${sequence}>${escapeXml(name)}</organization>`;
    const { given, family, suffix } = record.name;
    return [
      `<person_name ${sequence}>`,
      ...(given ? [`<given_name>${escapeXml(given)}</given_name>`] : []),
      `<surname>${escapeXml(family)}</surname>`,
      ...(suffix ? [`<suffix>${escapeXml(suffix)}</suffix>`] : []),
      ...(affiliation
        ? [
            `<affiliations><institution><institution_name>${escapeXml(affiliation)}</institution_name></institution></affiliations>`,
          ]
        : []),
      ...(orcid ? [`<ORCID>${escapeXml(orcid)}</ORCID>`] : []),
      '</person_name>',
    ].join('');
  });
  return lines.map((line) => `        ${line}`).join('\n');
}
