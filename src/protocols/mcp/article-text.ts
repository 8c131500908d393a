import { type Urls, withFragment } from '../../contract/urls.ts';
import type { GrantedAccess } from '../../core/access/access-decision.ts';
import type { SectionText } from '../../core/access/section.ts';
import type { Catalogue } from '../../core/articles.ts';
import { determineStanding } from '../../core/standing.ts';
import type { PublicArticle } from '../../library/library.ts';
import { absolutizeMarkdown } from '../absolute-links.ts';
import { toWireStanding } from '../wire-record.ts';

type WireStanding = ReturnType<typeof toWireStanding>;

/**
 * Markdown for a model: five lines that say what this is and how it is cited, then the text, whose links are absolute.
 * @param about.standing that of the text; of the article unless given
 * @param about.earlier name of the version, unless it is the present one
 */
export function writeArticleText(
  article: PublicArticle,
  about: {
    text: string;
    section?: SectionText | undefined;
    urls: Urls;
    standing?: Partial<WireStanding>;
    earlier?: string | undefined;
  },
): string {
  const { text, section, urls, earlier, standing = toWireStanding(determineStanding(article), urls) } = about;
  const { title, authors, date, updated, version, license, citation, slug } = article;
  const facts = [
    authors.map(({ name }) => name).join(', '),
    `published ${date}`,
    ...(updated ? [`updated ${updated}`] : []),
    ...(version ? [`version ${version}`] : []),
    license.name,
  ];
  const url = earlier === undefined ? urls.article(slug) : urls.version(slug, earlier);
  return [
    `# ${title}${section ? `: ${section.title}` : ''}`,
    facts.join('; '),
    `URL: ${withFragment(url, section?.id ?? null)}`,
    `Cite as: ${citation.apa}`,
    `Standing: ${describeStanding(article, standing)}`,
    '',
    absolutizeMarkdown(text, urls.article(slug)),
  ].join('\n');
}

/** The name of the version that was opened; undefined for the present one. */
export function nameEarlier(
  { article, version }: Pick<GrantedAccess, 'article' | 'version'>,
  catalogue: Pick<Catalogue, 'find'>,
): string | undefined {
  return version.name === catalogue.find(article.slug)?.versionName ? undefined : version.name;
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

function describeStanding(
  { corrections }: PublicArticle,
  { standing, standing_since: since, standing_reason: reason, cite_instead: url }: Partial<WireStanding>,
): string {
  if (standing === 'withdrawn') return `${standing} on ${since}: ${reason} Do not cite it as evidence.`;
  if (url) return [`${standing} since ${since}.`, ...(reason ? [reason] : []), `Cite ${url} instead.`].join(' ');
  const notes = corrections.map(({ date, text }) => `${date}: ${text}`);
  return notes.length > 0 ? `${standing}. ${notes.join(' ')}` : `${standing}`;
}
