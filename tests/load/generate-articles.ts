import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const vocabulary =
  'agent answer archive author belief body cache caller chance claim client clock code cost count date detail draft edge error event field figure format gate header index intent journal key ledger length limit link list log measure memory method model note number offer order outline page part path pattern payment plan point price proof query question range rank reader reason record reply request result review robot rule sample scale schema scope score section seller server session signal site source stage state step store stream summary table tariff test text theme thread tier time token tool topic total trace type unit value version view weight word work'.split(
    ' ',
  );

/** A small generator of repeatable numbers (mulberry32), so that the same seed makes the same article. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** One article of about 1,133 words: 6 headings, 2 blocks of code, a table, 6 footnotes; every third one is paid. */
export function writeArticle(number: number): string {
  const random = createRandom(number + 1);
  const word = () => vocabulary[random(vocabulary.length)] ?? 'word';
  const words = (count: number) => Array.from({ length: count }, word).join(' ');
  const sentence = (count: number) => `${words(count).replace(/^./, (letter) => letter.toUpperCase())}.`;
  const paragraph = (count: number) => Array.from({ length: Math.round(count / 15) }, () => sentence(15)).join(' ');
  const isPaid = number % 3 === 0;
  const sections = Array.from({ length: 6 }, (_, index) => {
    const parts = [
      `## ${sentence(4).slice(0, -1)} ${index + 1}`,
      `${paragraph(75)}[^${index + 1}]`,
      `${paragraph(75)} *${words(3)}* and \`${word()}\`.`,
    ];
    if (index === 1) parts.push(writeCode(word, 'ts'));
    if (index === 3) parts.push(writeCode(word, 'json'));
    if (index === 4) parts.push(writeTable(word, random));
    return parts.join('\n\n');
  });
  const notes = Array.from({ length: 6 }, (_, index) => `[^${index + 1}]: ${sentence(10)}`).join('\n');
  const front = [
    '---',
    `title: ${sentence(6).slice(0, -1)} ${number}`,
    `description: ${sentence(16)}`,
    `tier: ${isPaid ? 'paid' : 'free'}`,
    `date: 20${10 + random(16)}-${String(1 + random(12)).padStart(2, '0')}-${String(1 + random(28)).padStart(2, '0')}`,
    'authors: [ada]',
    `tags: [${[...new Set([word(), word(), word()])].join(', ')}]`,
    'license: CC-BY-4.0',
    '---',
  ].join('\n');
  const [first = '', ...rest] = sections;
  const marker = isPaid ? ['<!-- more -->'] : [];
  return `${[front, paragraph(75), first, ...marker, ...rest, notes].join('\n\n')}\n`;
}

function writeCode(word: () => string, language: 'ts' | 'json'): string {
  const lines =
    language === 'ts'
      ? [
          `const ${word()}Url = new URL('/${word()}', baseUrl); // ${word()} ${word()}`,
          `const response = await fetch(${word()}Url, { headers: { accept: 'application/json' } });`,
          `if (!response.ok) throw new Error(\`${word()} \${response.status}\`);`,
          `export const ${word()} = await response.json();`,
        ]
      : [
          '{',
          `  "${word()}": "${word()}",`,
          `  "${word()}": [1, 2.5, true],`,
          `  "${word()}": { "${word()}": null }`,
          '}',
        ];
  return [`\`\`\`${language}`, ...lines, '```'].join('\n');
}

function writeTable(word: () => string, random: (below: number) => number): string {
  const rows = Array.from({ length: 6 }, () => `| ${word()} | ${random(1000)} | ${word()} ${word()} |`);
  return ['| Name | Count | Note |', '|---|--:|---|', ...rows].join('\n');
}

/** The same article with a chart of twelve rows, a picture and three works that it cites, all in files of their own. */
async function writeStudy(articles: string, number: number): Promise<void> {
  const name = nameArticle(number);
  const random = createRandom(number + 1);
  const folder = join(articles, name);
  await mkdir(folder, { recursive: true });
  const rows = Array.from({ length: 12 }, (_, month) => `2025-${String(month + 1).padStart(2, '0')},${random(500)}`);
  await writeFile(join(folder, 'counts.csv'), `month,count\n${rows.join('\n')}\n`);
  const dots = Array.from({ length: 20 }, () => `<circle cx="${random(300)}" cy="${random(200)}" r="4"/>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200">${dots.join('')}</svg>\n`;
  await writeFile(join(folder, 'dots.svg'), svg);
  const works = ['one', 'two', 'three'].map(
    (key) =>
      `@article{${key}, title={Work ${key} of ${number}}, author={Writer, Ada and Other, Bo}, journal={Journal}, year={${1990 + random(30)}}}\n`,
  );
  await writeFile(join(articles, `${name}.bib`), works.join(''));
  const chart = [
    '```chart {#fig:counts}',
    'form: line',
    'title: The count changed from month to month',
    'description: Line chart of the count by month.',
    `data: ${name}/counts.csv`,
    'label: month',
    'value: count',
    'unit: requests',
    '```',
  ].join('\n');
  const text = writeArticle(number).replace('\n---\n', `\nbibliography: ${name}.bib\n---\n`);
  const shown = `${chart}\n\n![Twenty dots](${name}/dots.svg)\n\nOthers found the same [@one; @two; @three].`;
  await writeFile(join(articles, `${name}.md`), `${text}\n${shown}\n`);
}

const nameArticle = (number: number) => `article-${String(number).padStart(5, '0')}`;

/**
 * Makes a content folder of `count` articles, the same ones every time.
 * @param options.hasStudies is every fourth one a study, with a chart, a picture and references?
 */
export async function generateContent(contentDir: string, count: number, { hasStudies = false } = {}): Promise<void> {
  const articles = join(contentDir, 'articles');
  await mkdir(articles, { recursive: true });
  await mkdir(join(contentDir, 'pages'), { recursive: true });
  await writeFile(join(contentDir, 'authors.yaml'), 'ada:\n  name: Ada Example\n');
  const plans = [
    '{ tier: free, price: 0, currency: USD, period: forever, includes: [] }',
    '{ tier: paid, price: 0.05, currency: USD, period: article, includes: [] }',
  ];
  await writeFile(join(contentDir, 'plans.yaml'), `tiers:\n${plans.map((plan) => `  - ${plan}\n`).join('')}`);
  for (let number = 0; number < count; number += 1) {
    if (hasStudies && number % 4 === 0) await writeStudy(articles, number);
    else await writeFile(join(articles, `${nameArticle(number)}.md`), writeArticle(number));
  }
}

if (import.meta.main) {
  const [contentDir, count = '2000'] = process.argv.slice(2);
  if (!contentDir) throw new Error('Usage: node tests/load/generate-articles.ts FOLDER [COUNT]');
  await generateContent(contentDir, Number(count));
}
