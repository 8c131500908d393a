import { expect, test } from 'vitest';
import { withoutMemo } from '../../library/part-cache.ts';
import { type AuthorRecord, splitName } from '../load/names.ts';
import { type Bibliography, parseBibliography } from './bibliography.ts';
import { type Citable, citeArticle } from './citation.ts';

function person(name: string, isOrganization = false): AuthorRecord {
  const author = { id: 'x', name, orcid: null, url: null, affiliation: null, about: null };
  const parts = isOrganization ? { family: name, given: '', suffix: '' } : splitName(name);
  return { author, isOrganization, name: parts };
}

const article: Citable = {
  slug: 'costs-of-50-percent',
  title: 'What 50% of {agents} cost & why',
  description: 'A description.',
  authors: [person('Ada Maria van der Berg'), person('Jean-Luc Picard'), person('Research Desk', true)],
  date: '2026-03-09',
  version: '1.10',
  corrections: [],
  retracted: null,
  doi: null,
  url: 'https://quire.example/articles/costs-of-50-percent',
  accessed: '2026-11-24',
  publication: 'Quire',
};

async function readBibtex(text: string): Promise<Bibliography> {
  const bibliography = await parseBibliography(text, {
    report: (rule, _at, message) => expect.fail(`${rule} ${message}`),
    memo: withoutMemo,
  });
  if (!bibliography) throw new Error('not BibTeX');
  return bibliography;
}

test('APA names family first, initials after, and a group by its whole name', () => {
  expect(citeArticle(article).apa).toBe(
    'van der Berg, A. M., Picard, J.-L., & Research Desk. (2026, March 9). What 50% of {agents} cost & why. Quire. https://quire.example/articles/costs-of-50-percent',
  );
});

test('the BibTeX is read by a BibTeX parser and says the same', async () => {
  const bibliography = await readBibtex(citeArticle(article).bibtex);
  expect(bibliography.keys).toEqual(['costs-of-50-percent']);
  const { text } = bibliography.format('costs-of-50-percent');
  expect(text).toContain('van der Berg, A. M., Picard, J.-L., & Research Desk. (2026');
  expect(text).toContain('What 50% of {agents} cost & why');
  expect(text).toContain('https://quire.example/articles/costs-of-50-percent');
});

test('letters distinguish the works of one author and one year in the order of date and title', async () => {
  const works = [
    ['late', '2020-05', 'Alpha'],
    ['zeta', '2020', 'Zeta'],
    ['beta', '2020', 'Beta'],
  ];
  const entries = works.map(
    ([key, date, title]) => `@misc{${key}, author = {Roe, A}, title = {${title}}, date = {${date}}}`,
  );
  const { format } = await readBibtex(entries.join('\n'));
  expect(works.map(([key]) => format(key ?? '').text.slice(0, 14))).toEqual([
    'Roe, A. (2020c',
    'Roe, A. (2020b',
    'Roe, A. (2020a',
  ]);
});

const odd = [
  person('Martin Luther King, Jr.'),
  person('Plato'),
  person('陳 大文'),
  person('J. R. "Bob" Smith'),
  person('IETF', true),
];

test.each([
  ['apa', 'King, M. L., Jr., Plato, 陳, 大文, Smith, J. R. B., & IETF. (2026'],
  ['bibtex', '{King, Jr., Martin Luther and {Plato} and 陳, 大文 and Smith, J. R. "Bob" and {IETF}}'],
  [
    'ris',
    'AU  - King, Martin Luther, Jr.\r\nAU  - Plato,\r\nAU  - 陳, 大文\r\nAU  - Smith, J. R. "Bob"\r\nAU  - IETF,',
  ],
] as const)(
  '%s keeps a Jr., a single name, a family name that stands first and an organisation of one word',
  (form, names) => {
    expect(citeArticle({ ...article, authors: odd })[form]).toContain(names);
  },
);

test('CSL-JSON tells a person of one name from an organisation of one word', () => {
  expect(citeArticle({ ...article, authors: odd }).csl.author).toEqual([
    { family: 'King', given: 'Martin Luther', suffix: 'Jr.' },
    { family: 'Plato' },
    { family: '陳', given: '大文' },
    { family: 'Smith', given: 'J. R. "Bob"' },
    { literal: 'IETF' },
  ]);
});

test('a brace that is never closed leaves no field of BibTeX open', async () => {
  const { bibtex } = citeArticle({ ...article, title: 'What { opens' });
  expect(bibtex.match(/{/g)?.length).toBe(bibtex.match(/}/g)?.length);
  expect((await readBibtex(bibtex)).format('costs-of-50-percent').text).toContain('What { opens');
});

test('RIS has a tag, two spaces and a hyphen on every line and ends its record', () => {
  const lines = citeArticle(article).ris.trimEnd().split('\r\n');
  expect(lines.every((line) => /^[A-Z][A-Z0-9] {2}-/.test(line))).toBe(true);
  expect(lines.slice(0, 4)).toEqual([
    'TY  - JOUR',
    'AU  - van der Berg, Ada Maria',
    'AU  - Picard, Jean-Luc',
    'AU  - Research Desk,',
  ]);
  expect(lines).toContain('DA  - 2026/03/09');
  expect(lines.at(-1)).toBe('ER  -');
});

test('CSL-JSON has the names apart and the version', () => {
  expect(citeArticle(article).csl).toMatchObject({
    type: 'article-journal',
    author: [
      { family: 'van der Berg', given: 'Ada Maria' },
      { family: 'Picard', given: 'Jean-Luc' },
      { literal: 'Research Desk' },
    ],
    issued: { 'date-parts': [[2026, 3, 9]] },
    version: '1.10',
  });
});

test('a retraction is in every form that has notes', () => {
  const { bibtex, ris, csl } = citeArticle({ ...article, retracted: { date: '2026-04-01' } });
  expect(bibtex).toContain('note = {Version 1.10. Retracted 2026-04-01}');
  expect(ris).toContain('N1  - Version 1.10. Retracted 2026-04-01');
  expect(csl.note).toBe('Version 1.10. Retracted 2026-04-01');
});

test('a reference is escaped except for its italics and its URLs', async () => {
  const bibliography = await readBibtex(
    '@book{a,\n author = {Field, Roy},\n title = {A <script> & {B}},\n year = {2020},\n url = {https://example.org/a?b=1&c=2}\n}\n',
  );
  const { html } = bibliography.format('a');
  expect(html).toContain('&#60;script&#62;');
  expect(html).toMatch(/<a href="https:\/\/example\.org\/a\?b=1&#38;c=2">/);
  expect(html.replaceAll(/<\/?(?:i|b|sup|sub)>|<a href="[^"<>]*">|<\/a>/g, '')).not.toContain('<');
});

test('APA lists twenty authors, and of more than twenty the first nineteen and the last', () => {
  const crowd = (size: number) => Array.from({ length: size }, (_, index) => person(`Ada Author${index + 1}`));
  expect(citeArticle({ ...article, authors: crowd(20) }).apa).toContain('Author19, A., & Author20, A. (2026');
  const { apa, csl } = citeArticle({ ...article, authors: crowd(25) });
  expect(apa).toContain('Author19, A., . . . Author25, A. (2026');
  expect(apa).not.toContain('Author20,');
  expect(csl.author).toHaveLength(25);
});
