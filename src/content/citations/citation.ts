import type { Citation } from '../../library/library.ts';
import type { AuthorRecord, Name } from '../load/names.ts';

export interface Citable {
  slug: string;
  title: string;
  description: string;
  authors: readonly AuthorRecord[];
  /** RFC 3339 full-date. */
  date: string;
  version: string | null;
  corrections: readonly { date: string }[];
  retracted: { date: string } | null;
  /** The DOI without the resolver's URL. */
  doi: string | null;
  /** Always these very words. */
  url: string;
  /** RFC 3339 full-date: a day on which the URL returned this text. */
  accessed: string;
  publication: string;
}

/** An article as BibTeX, RIS, APA 7 and CSL-JSON 1.0.2, all saying the same. */
export function citeArticle(article: Citable): Citation {
  const names = article.authors.map(({ name }) => name);
  return {
    bibtex: toBibtex(article, names),
    ris: toRis(article, names),
    apa: toApa(article, names),
    csl: toCsl(article),
  };
}

function toBibtex(article: Citable, names: readonly Name[]): string {
  const [year = '', month = '', day = ''] = article.date.split('-');
  const authors = names.map(({ family, given, suffix }) =>
    given ? [family, suffix, given].filter(Boolean).map(escapeTex).join(', ') : `{${escapeTex(family)}}`,
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
    ['urldate', article.accessed],
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

// BibTeX counts braces, those after a backslash too: one without its fellow would leave the field open.
const lonelyBraces: Readonly<Record<string, string>> = { '{': '\\textbraceleft{}', '}': '\\textbraceright{}' };

function escapeTex(text: string): string {
  const arePaired = text.split('{').length === text.split('}').length;
  const written = arePaired ? texCharacters : { ...texCharacters, ...lonelyBraces };
  return text.replaceAll(/[\\{}&%$#_~^]/g, (character) => written[character] ?? character);
}

/** `Family, Given, Jr.`; a name of one part has a comma at its end, so that no reader cuts it in two. */
function invert({ family, given, suffix }: Name): string {
  return given ? [family, given, suffix].filter(Boolean).join(', ') : `${family},`;
}

function toRis(article: Citable, names: readonly Name[]): string {
  const note = noteOf(article);
  const lines = [
    ['TY', 'JOUR'],
    ...names.map((name) => ['AU', invert(name)]),
    ['TI', article.title],
    ['T2', article.publication],
    ['PY', article.date.slice(0, 4)],
    ['DA', article.date.replaceAll('-', '/')],
    ['AB', article.description],
    ['UR', article.url],
    ['Y2', article.accessed.replaceAll('-', '/')],
    ...(article.doi ? [['DO', article.doi]] : []),
    ['ID', article.slug],
    ...(note ? [['N1', note]] : []),
  ];
  return `${lines.map(([tag, value = '']) => `${tag}  - ${value.replaceAll(/\s+/g, ' ')}`).join('\r\n')}\r\nER  - \r\n`;
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });
/** As APA 7 writes them. Named once, because formatting one date takes as long as the rest of a citation. */
const monthNames = Array.from({ length: 12 }, (_, month) => monthName.format(Date.UTC(2000, month)));

function toApa(article: Citable, names: readonly Name[]): string {
  const authors = names.map(abbreviateName);
  const last = authors.at(-1) ?? '';
  const list = authors.length > 1 ? joinAuthors(authors.slice(0, -1), last) : last;
  const [year = '', month = '', day = ''] = article.date.split('-');
  const title = /[.?!]$/.test(article.title) ? article.title : `${article.title}.`;
  return `${list.endsWith('.') ? list : `${list}.`} (${year}, ${monthNames[Number(month) - 1]} ${Number(day)}). ${title} ${article.publication}. ${article.doi ? `https://doi.org/${article.doi}` : article.url}`;
}

/** `Lovelace, A. K.`, as APA 7 lists an author. */
export function abbreviateName({ family, given, suffix }: Name): string {
  return [family, initialsOf(given), suffix].filter(Boolean).join(', ');
}

/** APA 7 section 9.8: of more than twenty authors the first nineteen and the last. */
function joinAuthors(authors: readonly string[], last: string): string {
  return authors.length < 20 ? `${authors.join(', ')}, & ${last}` : `${authors.slice(0, 19).join(', ')}, . . . ${last}`;
}

function initialsOf(given: string): string {
  return given
    .split(/\s+/)
    .map((word) => word.split('-').map(shorten).filter(Boolean).join('-'))
    .filter(Boolean)
    .join(' ');
}

/** A nickname may be in quotation marks; scripts without capitals have no initials. */
function shorten(part: string): string {
  const [letter] = /\p{L}/u.exec(part) ?? [];
  if (letter === undefined) return '';
  return /\p{LC}/u.test(letter) ? `${letter}.` : part;
}

function toCsl(article: Citable): Record<string, unknown> {
  const note = noteOf(article);
  return {
    id: article.slug,
    type: 'article-journal',
    title: article.title,
    author: article.authors.map(({ name: { family, given, suffix }, isOrganization }) =>
      isOrganization ? { literal: family } : { family, ...(given && { given }), ...(suffix && { suffix }) },
    ),
    issued: { 'date-parts': [article.date.split('-').map(Number)] },
    'container-title': article.publication,
    abstract: article.description,
    URL: article.url,
    accessed: { 'date-parts': [article.accessed.split('-').map(Number)] },
    ...(article.doi ? { DOI: article.doi } : {}),
    ...(article.version ? { version: article.version } : {}),
    ...(note ? { note } : {}),
  };
}

function noteOf({ version, corrections, retracted }: Citable): string {
  const corrected = corrections
    .map(({ date }) => date)
    .sort()
    .at(-1);
  const status = retracted ? `Retracted ${retracted.date}` : corrected ? `Corrected ${corrected}` : '';
  const parts = [version ? `Version ${version}` : '', status];
  return parts.filter((part) => part !== '').join('. ');
}
