import { spawnSync } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { listenTo } from '../../tests/support/command.ts';
import { folderOfFile } from '../../tests/support/folders.ts';
import { checkContent } from '../content/run-checks.ts';
import { runImport } from './import.ts';

const samples = fileURLToPath(new URL('../../tests/fixtures/import/', import.meta.url));
const sample = fileURLToPath(new URL('../../tests/fixtures/content/sample/content/', import.meta.url));
const now = Date.UTC(2026, 10, 20);
const hasPandoc = spawnSync('pandoc', ['--version']).status === 0;
const contentDir = join(folderOfFile(), 'content');

/**
 * Each construct of a sample holds a word of its own, which begins with k. `reported` lists those that are not in the
 * article but among what the import says, by that word or by the sentence given here. Every other one is in the
 * article.
 */
const formats: readonly {
  file: string;
  reported: Readonly<Record<string, RegExp | true>>;
  present: readonly string[];
}[] = [
  {
    file: 'every.tex',
    reported: { Kauthor: true, koutside: true, ktikz: true, kunknown: true, kargument: true, kalt: true },
    present: [
      '::: theorem ktitle {#thm:one}\n\nktheorem',
      '::: proof\n\nkproof',
      '::: definition\n\nkdefinition',
      '@thm:one',
      '@lamport1978 [kprefix p. 3]',
      '$$ {#eq:one}',
      '{#fig:one}',
      '{#tbl:one}',
    ],
  },
  {
    file: 'every.qmd',
    reported: {
      Kauthor: true,
      Ksubtitle: true,
      kmeta: true,
      kvalue: true,
      kvideo: true,
      kcomment: true,
      krawhtml: true,
    },
    present: [
      '::: theorem ktitle {#thm:one}',
      '![kalt](every-qmd/rates.png "kfigure") {#fig:one}',
      '::: figure kboth {#fig:both}',
      'doi: 10.1234/kdoi',
      'license: CC-BY-4.0',
      '[see @gray1981, kprefix] and @lamport1978',
      '> [!NOTE]',
    ],
  },
  {
    file: 'every-myst.md',
    reported: {
      Kauthor: true,
      Ksubtitle: true,
      kmeta: true,
      kvalue: true,
      kcomment: true,
      kbreak: true,
      klistingcaption: true,
    },
    present: [
      '::: theorem ktitle {#thm:one}',
      '![kalt](every-myst/rates.png "kfigure") {#fig:one}',
      '[Kheading](#kheading), @thm:one, @fig:one, @tbl:one, @eq:one, @eq:two, @fig:one',
      'H<sub>ksub</sub>',
      '[@gray1981] and @lamport1978',
      '> [!CAUTION]',
    ],
  },
  {
    file: 'every.ipynb',
    reported: {
      Kauthor: true,
      Kerror: true,
      kvalue: /The error Kerror of cell 8/,
      kraw: /Cell 3, which is neither text nor code/,
      kstderr: /What cell 4 wrote to stderr/,
      khtmltable: /The text\/html of cell 6, imported as text/,
    },
    present: ['```chart\n{\n  "title": "Output of cell 5"', '$$\nklatex\n$$', '![kattachment](every-ipynb/a.png)'],
  },
  {
    file: 'every-word.docx',
    reported: { Kauthor: true, Ksubtitle: true, kdeleted: true, kcommented: true },
    present: ['H<sub>ksub</sub>', 'Table: kcaption', '"kfigure"', 'Inline $k_{1}$'],
  },
];

async function readWords(path: string): Promise<string[]> {
  const { stdout } = path.endsWith('.docx')
    ? spawnSync('pandoc', ['--track-changes=all', '-s', '-t', 'markdown', path], { encoding: 'utf8' })
    : { stdout: await readFile(path, 'utf8') };
  return [...new Set(stdout.match(/\b[kK][a-z]{3,}\b/g))].filter((word) => word !== 'keywords' && word !== 'kind');
}

test.skipIf(!hasPandoc).each(formats)(
  'every construct of $file is kept or reported',
  async ({ file, reported, present }) => {
    if (formats[0]?.file === file) await cp(sample, contentDir, { recursive: true });
    const slug = file
      .replace(/\.md$/, '')
      .replace('.', '-')
      .replace(/^every-word-docx$/, 'every-word');
    const path = join(samples, file);
    const { code, printed } = await listenTo((session) =>
      runImport([path, '--slug', slug, '--content', contentDir], session),
    );
    expect(code).toBe(0);
    const markdown = await readFile(join(contentDir, 'articles', `${slug}.md`), 'utf8');
    const left = printed.split('Not carried over:')[1]?.split('What the check says:')[0] ?? '';
    const words = await readWords(path);
    const fates = words.map((word) => {
      if (new RegExp(`\\b${word}\\b`).test(markdown)) return [word, 'kept'];
      const said = reported[word];
      return [word, left.includes(word) || (said instanceof RegExp && said.test(left)) ? 'reported' : 'lost'];
    });
    const expected = words.map((word) => [word, word in reported ? 'reported' : 'kept']);
    expect(Object.fromEntries(fates)).toEqual(Object.fromEntries(expected));
    for (const part of present) expect(markdown).toContain(part);
  },
);

test.skipIf(!hasPandoc)('a draft of each format passes the check but for what was reported', async () => {
  const problems = await checkContent({ contentDir, now, includeDrafts: true });
  const errors = problems.filter(({ file, severity }) => /\/every/.test(file) && severity === 'error');
  expect(errors.map(({ file, message }) => `${file.replace(/^.*\//, '')}: ${message}`)).toEqual([
    'every-ipynb.md: @kcitation is cited, but the front matter names no bibliography; add the key bibliography',
    'every-ipynb.md: <div> is not allowed; write Markdown instead',
    'every-ipynb.md: A comment would be published with the Markdown; take it out',
  ]);
});
