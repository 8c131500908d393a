import type { SectionText } from '../../core/access/section.ts';
import { determineStanding } from '../../core/standing.ts';
import { type Urls, withFragment } from '../../core/urls.ts';
import type { PublicArticle } from '../../library/library.ts';
import { absolutizeMarkdown } from '../absolute-links.ts';

/** Markdown for a model: five lines that say what this is and how it is cited, then the text, whose links are absolute. */
export function writeArticleText(
  article: PublicArticle,
  { text, section, urls }: { text: string; section?: SectionText | undefined; urls: Urls },
): string {
  const { title, authors, date, updated, version, license, citation, slug } = article;
  const facts = [
    authors.map(({ name }) => name).join(', '),
    `published ${date}`,
    ...(updated ? [`updated ${updated}`] : []),
    ...(version ? [`version ${version}`] : []),
    license.name,
  ];
  return [
    `# ${title}${section ? `: ${section.title}` : ''}`,
    facts.join('; '),
    `URL: ${withFragment(urls.article(slug), section?.id ?? null)}`,
    `Cite as: ${citation.apa}`,
    `Standing: ${describeStanding(article)}`,
    '',
    absolutizeMarkdown(text, urls.article(slug)),
  ].join('\n');
}

/** The same head, and under it the headings with the ids that `section` takes, and the preview of a paid article. */
export function writeOutlineText(article: PublicArticle, urls: Urls): string {
  const { outline, words, previewWords, tier, body } = article;
  const headings = outline.map(
    ({ depth, title, id, words: length, isFree }) =>
      `${'  '.repeat(depth - 2)}- ${title} (section ${id}, ${length} words${isFree ? '' : ', paid'})`,
  );
  const preview = tier === 'paid' ? [`Public preview, ${previewWords} of ${words} words:`, body.markdown] : [];
  const text = [`${words} words, ${tier}.`, headings.join('\n'), ...preview].join('\n\n');
  return writeArticleText(article, { text, urls });
}

function describeStanding(article: PublicArticle): string {
  const { retracted, corrections } = article;
  const standing = determineStanding(article).standing;
  if (retracted) return `${standing} on ${retracted.date}: ${retracted.reason} Do not cite it as evidence.`;
  const notes = corrections.map(({ date, text }) => `${date}: ${text}`);
  return notes.length > 0 ? `${standing}. ${notes.join(' ')}` : standing;
}
