import { escapeXml } from '../../library/markup.ts';
import type { MarkdownDocument } from '../checks/markdown-source.ts';
import { type ExportContext, splitDate } from './export-context.ts';
import { writeJatsBody } from './jats-body.ts';

/**
 * The full article as JATS 1.3, valid for both Article Authoring and Archiving: the format that indexes and archives of
 * literature accept. For a paid article it contains the paid text, so it is created on its author's machine and served
 * nowhere.
 */
export function toJats(exported: ExportContext, document: MarkdownDocument): string {
  const { article, url, publication } = exported;
  const { year, month, day } = splitDate(article.date);
  const { body, references } = writeJatsBody(document, publication);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Archiving and Interchange DTD with MathML3 v1.3 20210610//EN" "JATS-archivearticle1-3-mathml3.dtd">
<article xmlns:xlink="http://www.w3.org/1999/xlink" article-type="research-article" dtd-version="1.3" xml:lang="${escapeXml(article.language)}">
  <front>
    <journal-meta>
      <journal-id journal-id-type="publisher-id">${escapeXml(publication.name)}</journal-id>
      <journal-title-group><journal-title>${escapeXml(publication.name)}</journal-title></journal-title-group>
      <publisher><publisher-name>${escapeXml(publication.publisher)}</publisher-name></publisher>
    </journal-meta>
    <article-meta>
      <article-id pub-id-type="publisher-id">${escapeXml(article.id)}</article-id>
${article.doi ? `      <article-id pub-id-type="doi">${escapeXml(article.doi)}</article-id>\n` : ''}      <title-group><article-title>${escapeXml(article.title)}</article-title></title-group>
      <contrib-group>
${writeContributors(exported)}
      </contrib-group>
      <pub-date date-type="pub" iso-8601-date="${article.date}"><day>${day}</day><month>${month}</month><year>${year}</year></pub-date>
      <permissions><license xlink:href="${escapeXml(article.license.url)}"><license-p>${escapeXml(article.license.name)}</license-p></license></permissions>
      <self-uri xlink:href="${escapeXml(url)}"/>
      <abstract><p>${escapeXml(article.description)}</p></abstract>
${article.tags.length > 0 ? `      <kwd-group>${article.tags.map((tag) => `<kwd>${escapeXml(tag)}</kwd>`).join('')}</kwd-group>\n` : ''}    </article-meta>
  </front>
  <body>
${body}
  </body>
${references ? `  <back>\n${references}\n  </back>\n` : ''}</article>
`;
}

function writeContributors({ article, authors }: ExportContext): string {
  const lines = authors.map((record) => {
    const { id, name, orcid, affiliation } = record.author;
    const { given, family, suffix } = record.name;
    const parts = { surname: family, 'given-names': given, suffix };
    const person = Object.entries(parts).map(([tag, part]) => (part ? `<${tag}>${escapeXml(part)}</${tag}>` : ''));
    return [
      '<contrib contrib-type="author">',
      ...(orcid ? [`<contrib-id contrib-id-type="orcid">${escapeXml(orcid)}</contrib-id>`] : []),
      record.isOrganization ? `<collab>${escapeXml(name)}</collab>` : `<name>${person.join('')}</name>`,
      ...(article.roles[id] ?? []).map((role) => `<role vocab="credit">${escapeXml(role)}</role>`),
      ...(affiliation ? [`<aff>${escapeXml(affiliation)}</aff>`] : []),
      '</contrib>',
    ].join('');
  });
  return lines.map((line) => `        ${line}`).join('\n');
}
