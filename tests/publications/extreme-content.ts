import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Counts of the extreme publication, which its test looks for on the pages. */
export const extreme = { words: 32_000, figures: 40, references: 200, authors: 43, columns: 12, longWord: 120 };

const names = [
  'Nguyễn Thị Minh Khai',
  'Wolfeschlegelsteinhausenbergerdorff, Hubert Blaine',
  'أبو عبد الله محمد بن موسى الخوارزمي',
  '山田太郎',
  'María de los Ángeles Fernández-Villaverde y Rodríguez de la Fuente',
  'Þórdís Kolbrún Reykfjörð Gylfadóttir',
];
const nouns = 'rate cache index letter reader column figure measure library section number window answer paper'.split(
  ' ',
);
const verbs = 'changes follows holds limits names orders repeats shows takes widens'.split(' ');

/**
 * Writes articles at the edge of what an author may send: one very long, one each in Arabic and Japanese, and one with
 * its translation.
 */
export async function writeExtremeContent(content: string): Promise<void> {
  const articles = join(content, 'articles');
  await mkdir(articles, { recursive: true });
  const authors = Array.from({ length: extreme.authors }, (_, at) => ({
    id: `author-${at + 1}`,
    name: names[at] ?? `Author Number ${at + 1} of Many`,
  }));
  await writeFile(
    join(content, 'authors.yaml'),
    authors.map(({ id, name }) => `${id}:\n  name: ${JSON.stringify(name)}\n  affiliation: Institute ${id}\n`).join(''),
  );
  const keys = Array.from({ length: extreme.references }, (_, at) => `work${at + 1}`);
  await writeFile(join(articles, 'everything.bib'), keys.map(writeWork).join('\n'));
  await writeFile(
    join(articles, 'everything.md'),
    writeLongArticle(
      authors.map(({ id }) => id),
      keys,
    ),
  );
  await writeFile(join(articles, 'arabic.md'), arabic);
  await writeFile(join(articles, 'japanese.md'), japanese);
  await writeFile(join(articles, 'charts.md'), charts);
  await writeFile(join(articles, 'measurements.md'), measurements);
  await writeFile(
    join(articles, 'warm.md'),
    writeTranslated('What keeps a house warm', `date: 2026-01-01\nupdated: 2026-03-09\n${versions}`, 'A roof.'),
  );
  await writeFile(
    join(articles, 'dafi.md'),
    writeTranslated('ما الذي يدفئ البيت', 'date: 2026-02-01\nlanguage: ar\ntranslation_of: warm', 'السقف.'),
  );
}

/** Of the first version no text is stored. */
const versions = `version: "1.1"
versions:
  - { version: "1.0", date: 2026-01-01, text: As first published. }
  - { version: "1.1", date: 2026-03-09, text: With a roof. }`;

/** One of two articles of which one translates the other. */
function writeTranslated(title: string, dates: string, text: string): string {
  const description = 'What keeps a house warm, and what that costs in a year.';
  return `---\ntitle: ${title}\ndescription: ${description}\nauthors: [author-1]\n${dates}\ntier: free\n---\n\n${text}\n`;
}

function writeWork(key: string, at: number): string {
  return `@article{${key},
  title = {A work about the ${nouns[at % nouns.length]} that ${verbs[at % verbs.length]}, part ${at + 1}},
  author = {Writer${at + 1}, Ann and Other, Bo},
  journal = {Journal of Examples},
  year = {${1900 + (at % 120)}}
}
`;
}

function writeLongArticle(authors: readonly string[], keys: readonly string[]): string {
  const sections = 40;
  const head = `---
title: Everything at once, in an article with more words, figures, authors and references than any should have
description: A very long article with forty figures, two hundred references, tables of twelve columns and words of a hundred and twenty letters.
tier: free
date: 2026-03-08
authors: [${authors.join(', ')}]
tags: [limits]
numbered: true
bibliography: everything.bib
---
`;
  const perSection = Math.ceil(extreme.words / sections);
  const parts = Array.from({ length: sections }, (_, at) => {
    const cited = keys.slice(at * 5, at * 5 + 5).map((key) => `@${key}`);
    return `## Section ${at + 1} about the ${nouns[at % nouns.length]} that ${verbs[at % verbs.length]}

It begins with works [${cited.join('; ')}].

${writeParagraphs(perSection, at)}

\`\`\`chart {#fig:chart-${at + 1}}
form: bar
title: The ${nouns[at % nouns.length]} of section ${at + 1}
description: Three bars
data: { values: [{ what: one, count: ${at + 1} }, { what: two, count: ${at + 7} }, { what: three, count: ${2 * at + 3} }] }
label: what
value: count
unit: letters
\`\`\`
`;
  });
  return `${head}\n${[...parts, widest()].join('\n')}`;
}

function writeParagraphs(words: number, seed: number): string {
  const sentences = Array.from({ length: Math.ceil(words / 10) }, (_, at) => {
    const [a, b, c] = [seed + at, seed + 3 * at + 1, 2 * seed + at + 5].map((index) => nouns[index % nouns.length]);
    return `The ${a} ${verbs[(seed + at) % verbs.length]} each ${b} beside the ${c} of it.`;
  });
  const paragraphs = Array.from({ length: Math.ceil(sentences.length / 8) }, (_, at) =>
    sentences.slice(at * 8, at * 8 + 8),
  );
  return paragraphs.map((paragraph) => paragraph.join(' ')).join('\n\n');
}

function widest(): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const columns = Array.from({ length: extreme.columns }, (_, at) => at);
  const rows = Array.from({ length: 40 }, (_, line) =>
    row(columns.map((at) => (at === 0 ? `row ${line + 1}` : (line * 37.25 + at).toFixed(2)))),
  );
  return `## What is widest

A word of its own: ${'donaudampfschifffahrt'.repeat(6).slice(0, extreme.longWord)}.

Table: Twelve columns of numbers. {#tbl:twelve}

${[row(columns.map((at) => `column ${at + 1}`)), row(columns.map(() => '---')), ...rows].join('\n')}

\`\`\`js
const line = '${'a long line of code '.repeat(12)}';
\`\`\`
`;
}

const frontMatter = (title: string, description: string, language: string, authors: string) => `---
title: ${title}
description: ${description}
tier: free
date: 2026-03-07
authors: [${authors}]
tags: [limits]
language: ${language}
---
`;

const arabic = `${frontMatter('كتاب المختصر في حساب الجبر والمقابلة', 'مقال قصير باللغة العربية لاختبار اتجاه الكتابة من اليمين إلى اليسار في الصفحة.', 'ar', 'author-3')}
## مقدمة

هذا نص قصير باللغة العربية، وفيه رقم 12 وكلمة Quire بحروف لاتينية.

| العدد | المربع | المكعب | الرابع | الخامس | السادس |
|---|---|---|---|---|---|
| 2 | 4 | 8 | 16 | 32 | 64 |

\`\`\`ts
const two = 2; // العدد
\`\`\`

\`\`\`chart
form: bar
title: السقف أهم من النافذة
description: السقف ثلاثة، والنافذة اثنان.
data: { values: [{ part: السقف, share: 3 }, { part: النافذة, share: 2 }] }
label: part
value: share
unit: "%"
\`\`\`
`;

const japanese = `${frontMatter('長い題名を持つ日本語の論文における改行と禁則処理についての短い試験', '日本語の文章が正しく折り返されることを確かめるための短い記事です。', 'ja', 'author-4')}
## はじめに

${'これは日本語の段落です。単語の間に空白はありません。'.repeat(12)}
`;

const rows = `data:
  values:
    - { kind: Finance, when: before, share: 23.4, low: 17.2, high: 30.8 }
    - { kind: Finance, when: after, share: 1046.5, low: 937.8, high: 1254.7 }
    - { kind: Shops, when: before, share: 48.1, low: 38.8, high: 57.5 }
    - { kind: Shops, when: after, share: 0.5, low: 0.1, high: 0.9 }`;

const rowsOfFourKinds = rows
  .replaceAll('Finance, when: after', 'Trade, when: after')
  .replaceAll('Shops, when: after', 'Crafts, when: after');

const rowsWithoutIntervals = rows.replaceAll(/, low: [\d.]+, high: [\d.]+/g, '');
const intervalFields = `label: kind
value: share
low: low
high: high
unit: "%"`;

const charts = `${frontMatter('Six charts of the same four measurements', 'The same four measurements in each of the six short forms, to compare their numbers.', 'en', 'author-1')}
\`\`\`chart {#fig:dots}
form: dot
title: As dots with intervals
description: Four dots
${rowsOfFourKinds}
${intervalFields}
\`\`\`

\`\`\`chart {#fig:groups}
form: grouped
title: As groups of bars
description: Four bars
${rowsWithoutIntervals}
label: kind
value: share
group: when
unit: "%"
\`\`\`

\`\`\`chart {#fig:lines}
form: line
title: As lines
description: Two lines
${rowsWithoutIntervals}
label: when
value: share
group: kind
unit: "%"
\`\`\`

\`\`\`chart {#fig:multiples}
form: multiples
title: As small multiples
description: Two small charts
${rowsWithoutIntervals}
label: when
value: share
group: kind
mark: bar
unit: "%"
\`\`\`

\`\`\`chart {#fig:bars}
form: bar
title: As bars with intervals
description: Four bars
${rowsOfFourKinds}
${intervalFields}
\`\`\`

\`\`\`chart {#fig:counts}
form: histogram
title: As counts of each five hundred
description: Three bars
${rowsWithoutIntervals}
value: share
step: 500
\`\`\`
`;

const points = ['first', 'second'].flatMap((setting) =>
  Array.from({ length: 40 }, (_, at) => `    - { setting: ${setting}, count: ${at}, score: ${100 + at} }`),
);

/** A chart with more numbers than fit on a page of paper in one column. */
const measurements = `${frontMatter('Eighty measurements with two settings', 'A chart with so many numbers that their table is long, to see how it is printed on paper.', 'en', 'author-1')}
\`\`\`chart {#fig:many}
form: line
title: Eighty measurements
description: Two lines that rise
data:
  values:
${points.join('\n')}
label: count
value: score
group: setting
\`\`\`
`;
