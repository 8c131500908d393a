import type { Citation } from '../library/library.ts';
import type { AuthorRecord } from '../load/authors.ts';

export interface Citable {
  slug: string;
  title: string;
  description: string;
  authors: readonly AuthorRecord[];
  /** RFC 3339 full-date. */
  date: string;
  version: string | null;
  retracted: { date: string } | null;
  /** Without its resolver. */
  doi: string | null;
  url: string;
  publication: string;
}

export interface Name {
  family: string;
  /** Empty for an organisation or a single name. */
  given: string;
  orcid: string | null;
}

/** An article as BibTeX, RIS, APA 7 and CSL-JSON 1.0.2, all saying the same. */
export function citeArticle(article: Citable): Citation {
  const names = article.authors.map(splitName);
  return {
    bibtex: toBibtex(article, names),
    ris: toRis(article, names),
    apa: toApa(article, names),
    csl: toCsl(article, names),
  };
}

/** The family name begins at the first lower-case particle (van, de la) or is the last word. */
export function splitName({ author, isOrganization }: AuthorRecord): Name {
  const { name, orcid } = author;
  const words = name.split(/\s+/);
  if (isOrganization || words.length === 1) return { family: name, given: '', orcid };
  const particle = words.findIndex((word, index) => index > 0 && /^\p{Ll}/u.test(word));
  const start = particle > 0 && particle < words.length - 1 ? particle : words.length - 1;
  return { family: words.slice(start).join(' '), given: words.slice(0, start).join(' '), orcid };
}

function toBibtex(article: Citable, names: readonly Name[]): string {
  const [year = '', month = '', day = ''] = article.date.split('-');
  const authors = names.map(({ family, given }) =>
    given ? `${escapeTex(family)}, ${escapeTex(given)}` : `{${escapeTex(family)}}`,
  );
  const note = noteOf(article);
  const fields = [
    ['author', authors.join(' and ')],
    ['title', `{${escapeTex(article.title)}}`],
    ['journal', escapeTex(article.publication)],
    ['year', year],
    ['month', String(Number(month))],
    ['day', String(Number(day))],
    ['url', article.url],
    ...(article.doi ? [['doi', article.doi]] : []),
    ...(note ? [['note', escapeTex(note)]] : []),
  ];
  return `@article{${article.slug},\n${fields.map(([name, value]) => `  ${name} = {${value}}`).join(',\n')}\n}\n`;
}

const texCharacters: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

function escapeTex(text: string): string {
  return text.replaceAll(/[\\{}&%$#_~^]/g, (character) => texCharacters[character] ?? character);
}

function toRis(article: Citable, names: readonly Name[]): string {
  const note = noteOf(article);
  const lines = [
    ['TY', 'JOUR'],
    // A comma at the end: a name of one part, which no reader may cut in two.
    ...names.map(({ family, given }) => ['AU', given ? `${family}, ${given}` : `${family},`]),
    ['TI', article.title],
    ['T2', article.publication],
    ['PY', article.date.slice(0, 4)],
    ['DA', article.date.replaceAll('-', '/')],
    ['AB', article.description],
    ['UR', article.url],
    ...(article.doi ? [['DO', article.doi]] : []),
    ['ID', article.slug],
    ...(note ? [['N1', note]] : []),
  ];
  return `${lines.map(([tag, value = '']) => `${tag}  - ${value.replaceAll(/\s+/g, ' ')}`).join('\r\n')}\r\nER  - \r\n`;
}

const monthAndDay = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

function toApa(article: Citable, names: readonly Name[]): string {
  const authors = names.map(({ family, given }) => (given ? `${family}, ${initialsOf(given)}` : family));
  const last = authors.at(-1) ?? '';
  const list = authors.length > 1 ? `${authors.slice(0, -1).join(', ')}, & ${last}` : last;
  const day = monthAndDay.format(new Date(article.date));
  const title = /[.?!]$/.test(article.title) ? article.title : `${article.title}.`;
  return `${list.endsWith('.') ? list : `${list}.`} (${article.date.slice(0, 4)}, ${day}). ${title} ${article.publication}. ${article.doi ? `https://doi.org/${article.doi}` : article.url}`;
}

function initialsOf(given: string): string {
  return given
    .split(/\s+/)
    .map((word) =>
      word
        .split('-')
        .map((part) => `${[...part][0] ?? ''}.`)
        .join('-'),
    )
    .join(' ');
}

function toCsl(article: Citable, names: readonly Name[]): Record<string, unknown> {
  const note = noteOf(article);
  return {
    id: article.slug,
    type: 'article-journal',
    title: article.title,
    author: names.map(({ family, given }) => (given ? { family, given } : { literal: family })),
    issued: { 'date-parts': [article.date.split('-').map(Number)] },
    'container-title': article.publication,
    abstract: article.description,
    URL: article.url,
    ...(article.doi ? { DOI: article.doi } : {}),
    ...(article.version ? { version: article.version } : {}),
    ...(note ? { note } : {}),
  };
}

function noteOf({ version, retracted }: Citable): string {
  const parts = [version ? `Version ${version}` : '', retracted ? `Retracted ${retracted.date}` : ''];
  return parts.filter((part) => part !== '').join('. ');
}
