import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Nearly half of the words of a text are among these. */
const commonWords =
  'the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one you were all her she there would their we him been has when who will no more if out so what up said about than into them can only other time new some could these two may first then do any like my now over such our man me even most made after also did many off before must well back through years where much your way down should because long each just state those people too how little good world make very year still see own work'.split(
    ' ',
  );
const syllables =
  'ka ro ti men sol ver dan lu pre con tra bel mor fin gra sta plo ner ic al um est ari ond qui fer lin mat nov per ser tor val wen xil yor zan chi pha the sho blu cre dro fle gly hyp jun kno'.split(
    ' ',
  );
/** As many as some thousand articles have. */
const rareWords = 40_000;

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

/**
 * A rank as Zipf's law has it: few words and authors are frequent, most are rare.
 * @param first the rank of the first among all, from 1 on
 */
function drawRank(random: (below: number) => number, { count, first = 1 }: { count: number; first?: number }): number {
  const share = (random(1e6) + random(1_000) / 1_000) / 1e6;
  return Math.min(count - 1, Math.floor(first * ((first + count) / first) ** share) - first);
}

let invented: string[] | undefined;

/** Words of one to six syllables, the more frequent ones shorter; the same ones every time. */
function inventWords(): string[] {
  const random = createRandom(5);
  const words = new Set<string>();
  while (words.size < rareWords) {
    const length = 1 + random(4) + (words.size > 2_000 ? 1 : 0) + (words.size > 20_000 ? 1 : 0);
    const word = Array.from({ length }, () => syllables[random(syllables.length)]).join('');
    if (word.length > 2) words.add(word);
  }
  return [...words];
}

/** The words of one article, and what else its number decides. */
function createWriter(number: number) {
  invented ??= inventWords();
  const words = invented;
  const random = createRandom(number + 1);
  const rare = () => words[drawRank(random, { count: rareWords, first: 50 })] ?? '';
  const word = () => (random(100) < 45 ? (commonWords[random(commonWords.length)] ?? '') : rare());
  const list = (count: number) => Array.from({ length: count }, word).join(' ');
  const sentence = (count: number) => `${list(count).replace(/^./, (letter) => letter.toUpperCase())}.`;
  return {
    ...{ random, rare, words: list, sentence },
    paragraph: (count: number) => Array.from({ length: Math.round(count / 15) }, () => sentence(15)).join(' '),
  };
}

/** @param count how many articles there are: the more, the more authors and tags */
function writeFrontMatter(number: number, count: number, { random, rare, sentence }: ReturnType<typeof createWriter>) {
  const authors = new Set(
    Array.from({ length: 1 + random(3) }, () => drawRank(random, { count: countAuthors(count) })),
  );
  const tags = new Set(Array.from({ length: 3 }, () => (random(3) === 0 ? `${rare()}-${rare()}` : rare())));
  const inSeries = number % 10 === 1 ? [`series: { id: series-${number}, title: Series ${number}, part: 1 }`] : [];
  return [
    '---',
    `title: ${sentence(6).slice(0, -1)} ${number}`,
    `description: ${sentence(16)}`,
    `tier: ${number % 3 === 0 ? 'paid' : 'free'}`,
    `date: 20${10 + random(16)}-${String(1 + random(12)).padStart(2, '0')}-${String(1 + random(28)).padStart(2, '0')}`,
    `authors: [${[...authors].map((author) => `author-${author}`).join(', ')}]`,
    `tags: [${[...tags].join(', ')}]`,
    'license: CC-BY-4.0',
    ...inSeries,
    '---',
  ].join('\n');
}

const countAuthors = (articles: number) => Math.max(1, Math.floor(articles / 4));

/**
 * One article of about 1,133 words: 6 headings, 2 links to others, 2 blocks of code, a table, 6 footnotes; every third
 * one is paid. Words, tags and authors are as many, and as unevenly frequent, as those of a real publication.
 * @param count how many articles there are
 */
export function writeArticle(number: number, count = 2_000): string {
  const writer = createWriter(number);
  const { random, rare, words, sentence, paragraph } = writer;
  const isPaid = number % 3 === 0;
  const front = writeFrontMatter(number, count, writer);
  const sections = Array.from({ length: 6 }, (_, index) => {
    const link = index < 2 ? ` See [${words(3)}](${nameArticle(random(count))}.md).` : '';
    const parts = [
      `## ${sentence(4).slice(0, -1)} ${index + 1}`,
      `${paragraph(75)}[^${index + 1}]`,
      `${paragraph(75)} *${words(3)}* and \`${rare()}\`.${link}`,
    ];
    if (index === 1) parts.push(writeCode(rare, 'ts'));
    if (index === 3) parts.push(writeCode(rare, 'json'));
    if (index === 4) parts.push(writeTable(rare, random));
    return parts.join('\n\n');
  });
  const notes = Array.from({ length: 6 }, (_, index) => `[^${index + 1}]: ${sentence(10)}`).join('\n');
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
async function writeStudy(articles: string, { number, count }: { number: number; count: number }): Promise<void> {
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
  const text = writeArticle(number, count).replace('\n---\n', `\nbibliography: ${name}.bib\n---\n`);
  const shown = `${chart}\n\n![Twenty dots](${name}/dots.svg)\n\nOthers found the same [@one; @two; @three].`;
  await writeFile(join(articles, `${name}.md`), `${text}\n${shown}\n`);
}

function nameAuthor(author: number): string {
  const { rare } = createWriter(1_000_000 + author);
  return [rare(), rare()].map((name) => name.replace(/^./, (letter) => letter.toUpperCase())).join(' ');
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
  const authors = Array.from(
    { length: countAuthors(count) },
    (_, author) => `author-${author}:\n  name: ${nameAuthor(author)}\n`,
  );
  await writeFile(join(contentDir, 'authors.yaml'), authors.join(''));
  const plans = [
    '{ tier: free, price: 0, currency: USD, period: forever, includes: [] }',
    '{ tier: paid, price: 0.05, currency: USD, period: article, includes: [] }',
  ];
  await writeFile(join(contentDir, 'plans.yaml'), `tiers:\n${plans.map((plan) => `  - ${plan}\n`).join('')}`);
  for (let number = 0; number < count; number += 1) {
    if (hasStudies && number % 4 === 0) await writeStudy(articles, { number, count });
    else await writeFile(join(articles, `${nameArticle(number)}.md`), writeArticle(number, count));
  }
}

if (import.meta.main) {
  const [contentDir, count = '2000'] = process.argv.slice(2);
  if (!contentDir) throw new Error('Usage: node tests/load/generate-articles.ts FOLDER [COUNT]');
  await generateContent(contentDir, Number(count));
}
