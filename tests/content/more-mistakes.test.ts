import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Problem } from '../../src/content/load/problems.ts';
import { checkContent } from '../../src/content/run-checks.ts';
import { folderOfFile } from '../support/folders.ts';

const front = {
  title: 'A title of fair length',
  description: 'A description that is long enough to pass the rule about descriptions.',
  tier: 'free',
  date: '2026-10-01',
  authors: '[ada]',
};

/** Letters that look alike: Cyrillic ones, and an accent that is a character of its own. */
const [a, o, e, i, accent] = ['\u0430', '\u043E', '\u0435', '\u0456', '\u0301'];

interface Mistake {
  what: string;
  front?: Record<string, string>;
  body?: string;
  /** Each place in the article, and what is said there. */
  reported: Record<string, RegExp>;
}

/** The front matter has six lines and its closing line, so that the body begins in line 9. */
const mistakes: readonly Mistake[] = [
  {
    what: 'a tag with a letter of Cyrillic',
    front: { tags: `[c${a}ching]` },
    reported: { '7:8': /write caching\. Its character 2 is U\+0430, which looks like a/ },
  },
  {
    what: 'a tag with a space that cannot be seen',
    front: { tags: '[cach\u200Bing]' },
    reported: { '7:8': /write caching\. .*U\+200B, which cannot be seen/ },
  },
  {
    what: 'an author with a letter of Cyrillic',
    front: { authors: `[${a}da]` },
    reported: { '6:11': /U\+0430, which looks like a/ },
  },
  {
    what: 'a tier with a letter of Cyrillic',
    front: { tier: `fr${e}e` },
    reported: { '4:7': /did you mean free\? Its character 3 is U\+0435/ },
  },
  {
    what: 'a key with a letter of Cyrillic',
    front: { [`l${i}cense`]: 'MIT' },
    reported: { '7:1': /did you mean license\? Its character 2 is U\+0456/ },
  },
  {
    what: 'a series with a letter of Cyrillic',
    front: { series: `{ id: t${o}p, title: Top, part: 1 }` },
    reported: { '7:15': /U\+043E, which looks like o/ },
  },
  {
    what: 'a note whose accent is apart',
    body: `A claim[^caf\u00E9].\n\n[^cafe${accent}]: Its source.`,
    reported: {
      '9:8': /did you mean cafe\u0301\? Its character 4 is U\+00E9 and not U\+0065/,
      '11:1': /Nothing refers/,
    },
  },
  {
    what: 'an anchor whose accent is apart',
    body: `## Caf\u00E9\n\nSee [it](#cafe${accent}).`,
    reported: { '11:5': /did you mean #café\? Its character 4/ },
  },
  {
    what: 'a picture whose accent is apart',
    body: `![Bars](p/cafe${accent}.png)`,
    reported: { '9:1': /There is no picture/ },
  },
  {
    what: 'a key of a work whose accent is apart',
    front: { bibliography: 'works.bib' },
    body: `As [@mu\u0308ller2000] says.`,
    reported: { '10:5': /did you mean müller2000\? Its character 2 is U\+0075 and not U\+00FC/ },
  },
  {
    what: 'a label with a letter of Cyrillic',
    body: `Table: Rates. {#tbl:r${a}tes}\n\n| n |\n|---|\n| 1 |\n\nSee @tbl:rates.`,
    reported: { '9:15': /is not a label.*U\+0430/, '15:5': /labelled \{#tbl:rates\}/ },
  },
  {
    what: 'a reference with a letter of Cyrillic',
    body: `Table: Rates. {#tbl:rates}\n\n| n |\n|---|\n| 1 |\n\nSee @tbl:r${a}tes.`,
    reported: { '15:5': /did you mean @tbl:rates\? Its character 6 is U\+0430/ },
  },
  {
    what: 'an alert with a letter of Cyrillic',
    body: `> [!N\u041ETE]\n> Words.`,
    reported: { '9:1': /did you mean NOTE\? Its character 2 is U\+041E/ },
  },
  {
    what: 'a theorem with a letter of Cyrillic',
    body: `::: th${e}orem\nWords.\n:::`,
    reported: { '9:1': /is not read.*U\+0435, which looks like e/ },
  },
  { what: 'a list of points', body: '• One\n• Two', reported: { '9:1': /U\+2022\) makes no list; write -/ } },
  { what: 'a list of dashes', body: '– One\n– Two', reported: { '9:1': /U\+2013\) makes no list/ } },
  { what: 'a list with a wide space', body: '-\u00A0One', reported: { '9:1': /a space after -, and not U\+00A0/ } },
  {
    what: 'a fence of quotation marks',
    body: '‘‘‘js\nlet a = 1;\n‘‘‘',
    reported: { '9:1': /not a code fence; write three of U\+0060, not of U\+2018/ },
  },
  {
    what: 'two mistakes in a list of questions',
    front: { questions: '[What, { section: nowhere, questions: [Why?] }]' },
    reported: { '7:13': /whole question/, '7:30': /No heading has the anchor nowhere/ },
  },
  {
    what: 'two mistakes in a list of aliases',
    front: { aliases: '[A B, other]' },
    reported: { '7:11': /Use lower-case letters/, '7:16': /is a name of .*other\.md/ },
  },
  {
    what: 'a date that cannot be read above one in the future',
    front: { date: 'yesterday', updated: '2027-01-01' },
    reported: { '5:7': /Write a date as/, '7:10': /2027-01-01 is in the future/ },
  },
  {
    what: 'a key of an entry with a slip',
    front: { corrections: '[{ date: 2026-10-02, txt: Words. }]' },
    reported: { '7:35': /did you mean text\?/, '7:15': /required/ },
  },
  {
    what: 'an unknown key of a chart above a column that is missing',
    body: '```chart\nform: bar\ntitle: Rates\ndescription: Bars.\ncolor: red\ndata: { values: [{ name: a, rate: 1 }] }\nlabel: name\nvalue: rates\n```',
    reported: { '13:1': /Unknown key color/, '16:8': /did you mean rate\?/ },
  },
  {
    what: 'a formula in the title of a chart',
    body: '```chart\nform: bar\ntitle: Rates of $x^2$\ndescription: Bars.\ndata: { values: [{ name: a, rate: 1 }] }\nlabel: name\nvalue: rate\n```',
    reported: { '11:8': /chart's title is plain text, and \$x\^2\$/ },
  },
  {
    what: 'a theorem that nothing closes',
    body: '::: theorem\nWords.',
    reported: { '9:1': /Nothing closes ::: theorem/ },
  },
  {
    what: 'a reference to a theorem with a slip',
    body: '::: theorem {#thm:sum}\nWords.\n:::\n\nBy @thm:sun.',
    reported: { '13:4': /did you mean @thm:sum\?/ },
  },
  {
    what: 'a line of text where a list belongs',
    front: { tags: 'Testing, Caching' },
    reported: { '7:7': /^tags: Write a list, in brackets: \[Testing, Caching\]$/ },
  },
  ...['1.0 beta', '1.0/2', '1.0...1.1', '..', 'what?', '1.md'].map((version) => ({
    what: `the version ${version}, of which no URL can be made,`,
    front: { version: `"${version}"` },
    reported: { '7:10': /^version: Write a version as 1\.1 or 2026-11-21, in quotes$/ },
  })),
  {
    what: 'a price of nothing',
    front: { tier: 'paid', price: '0' },
    reported: { '7:8': /^price: Write a number that is more than 0$/ },
  },
  {
    what: 'a language whose parts are in the wrong order',
    front: { language: 'zh-CN-Hans' },
    reported: { '7:11': /^language: Write a language such as en or de-CH$/ },
  },
  {
    what: 'two mistakes in what the authors did',
    front: { roles: '{ ada: [cooking], eve: [software] }' },
    reported: { '7:16': /Write one of conceptualization/, '7:31': /eve is not an author/ },
  },
  {
    what: 'an empty chart above another one',
    body: '```chart\n```\n\n```chart\nform: bra\n```',
    reported: { '10:1': /A chart has a form/, '13:7': /The form bra does not exist/ },
  },
  {
    what: 'an alias that is the id of another article',
    front: { aliases: '[former]' },
    reported: { '7:11': /The alias former is a name of content\/articles\/other\.md/ },
  },
  {
    what: 'a reference to a section with a slip',
    body: '## Method\n\nAs @sec:methods says.',
    reported: { '11:4': /did you mean @sec:method\?/ },
  },
];

const authors = `ada:\n  name: Ada Example\nCarl:\n  name: Carl Example\n  orcid: 1\neve:\n  name: Eve Example\n  urll: x\n`;
const plans = `tiers:
  - { tier: free, price: 1, currency: USD, period: forever }
  - { tier: paid, price: "1", currency: usd, period: weekly }
  - { tier: paid, price: 3, currency: USD, period: article }
`;
const works = '@misc{müller2000,\n  title = {T},\n  author = {M, A},\n  year = {2000}\n}\n';
const broken =
  '@misc{one,\n  title = {T,\n  year = {2000}\n}\n\n@misc{two title = {T}}\n\n@artcle{three, title = {T}}\n';

const files: readonly (readonly [what: string, place: string, said: RegExp])[] = [
  ['an id of an author', 'authors.yaml:4:3', /Carl: Use lower-case letters/],
  ['a mistake below an id that is wrong itself', 'authors.yaml:5:10', /write|quotes|ORCID/],
  ['a key of an author with a slip', 'authors.yaml:8:3', /did you mean url\?/],
  ['a price of what is free', 'plans.yaml:2:5', /The tier free has a price/],
  ['a price in quotes', 'plans.yaml:3:26', /Write a number/],
  ['a currency', 'plans.yaml:3:41', /ISO 4217/],
  ['a period', 'plans.yaml:3:54', /Write one of forever/],
  ['a price that is too high', 'plans.yaml:4:5', /at most 0\.1 USD/],
  ['an entry that is not closed', 'articles/broken.bib:1:1', /not closed; add \}/],
  ['an entry behind one that is not closed', 'articles/broken.bib:6:11', /cannot be read here/],
  ['a type of entry behind both', 'articles/broken.bib:8:9', /did you mean @article\?/],
];

let problems: Problem[];

function article({ front: own = {}, body = 'Words.' }: Pick<Mistake, 'front' | 'body'>): string {
  const lines = Object.entries({ ...front, ...own }).map(([key, value]) => `${key}: ${value}`);
  return `---\n${lines.join('\n')}\n---\n\n${body}\n`;
}

beforeAll(async () => {
  const contentDir = join(folderOfFile(), 'content');
  await mkdir(join(contentDir, 'articles'), { recursive: true });
  const write = (name: string, text: string) => writeFile(join(contentDir, name), text);
  await write('authors.yaml', authors);
  await write('plans.yaml', plans);
  await write('articles/works.bib', works);
  await write('articles/broken.bib', broken);
  await write('articles/other.md', article({ front: { bibliography: 'broken.bib', id: 'former' } }));
  for (const [index, mistake] of mistakes.entries()) await write(`articles/m-${index}.md`, article(mistake));
  problems = await checkContent({ contentDir, now: Date.UTC(2026, 10, 20) });
});

test.each(mistakes.map((mistake, index) => ({ ...mistake, index })))('$what is reported', ({ reported, index }) => {
  const found = problems.filter(({ file, rule }) => file.endsWith(`/m-${index}.md`) && rule !== 'title-shared');
  for (const [place, message] of Object.entries(reported)) {
    const here = found.filter(({ line, column }) => `${line}:${column}` === place);
    expect(here.map((problem) => problem.message).join('\n'), JSON.stringify(found)).toMatch(message);
  }
});

test.each(files)('%s is reported in the same run', (_, place, said) => {
  const found = problems.filter(({ file, line, column }) => `${file}:${line}:${column}` === `content/${place}`);
  expect(
    found.map(({ message }) => message).join('\n'),
    JSON.stringify(problems.filter(({ file }) => place.startsWith(file.slice(8)))),
  ).toMatch(said);
});
