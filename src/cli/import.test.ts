import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { listenTo } from '../../tests/support/command.ts';
import { folderOfFile } from '../../tests/support/folders.ts';
import { checkContent } from '../content/run-checks.ts';
import { runImport } from './import.ts';

const samples = fileURLToPath(new URL('../../tests/fixtures/import/', import.meta.url));
const sample = fileURLToPath(new URL('../../tests/fixtures/content/sample/content/', import.meta.url));
const now = Date.UTC(2026, 10, 20);
const hasPandoc = spawnSync('pandoc', ['--version']).status === 0;
const folder = folderOfFile();
let contentDir: string;

beforeAll(async () => {
  contentDir = join(folder, 'content');
  await cp(sample, contentDir, { recursive: true });
});

async function importSample(name: string): Promise<{ code: number; printed: string; markdown: string }> {
  const args = [join(samples, name), '--content', contentDir];
  const said = await listenTo((session) => runImport(args, session));
  const slug = name.replace(/\.\w+$/, '');
  const markdown = await readFile(join(contentDir, 'articles', `${slug}.md`), 'utf8').catch(() => '');
  return { ...said, markdown };
}

/** Errors that would stop a build if the draft were published unchanged. */
async function errorsOf(slug: string): Promise<string[]> {
  const problems = await checkContent({ contentDir, now, includeDrafts: true });
  return problems
    .filter(({ file, severity }) => file.includes(`/${slug}.`) && severity === 'error')
    .map(({ line, message }) => `${line}: ${message}`);
}

test('a notebook becomes an article that passes the check, with its output and what is left of it', async () => {
  const { code, printed, markdown } = await importSample('noise.ipynb');
  expect(code).toBe(0);
  expect(markdown).toContain('title: How noise adds up\n');
  expect(markdown).toContain('$$\n\\bar{x} = \\frac{1}{n}\\sum x_i\n$$');
  expect(markdown).toContain('[below](#simulation)');
  expect(markdown).toContain('![Two bars](noise/rates.png)');
  expect(markdown).toContain("```python\n# not a heading\nprint('done', 3)\n```\n\n```text\ndone 3\n```");
  expect(markdown).toContain('![Output of cell 3](noise/cell-3.svg)');
  expect(await readdir(join(contentDir, 'articles/noise'))).toEqual(['cell-3.svg', 'rates.png']);
  for (const left of ['stderr', 'The text/html of cell 3, imported as text', 'Cell 4', 'eq:mean', 'Ada Example']) {
    expect(printed).toContain(left);
  }
  expect(await errorsOf('noise')).toEqual([]);
});

describe.skipIf(!hasPandoc)('with pandoc', () => {
  test('LaTeX becomes an article that passes the check, with figures, formulas, tables and what is cited', async () => {
    const { code, printed, markdown } = await importSample('group-commit.tex');
    expect(code).toBe(0);
    expect(markdown).toContain('title: "Group commit: what it buys"\n');
    expect(markdown).toContain('description: We measure how many durable writes');
    expect(markdown).toContain('50% of a write [@gray1981], or so @lamport1978 [p. 12] says[^1]');
    expect(markdown).toContain('Let $x_1$ be small and \\(2x\\) larger; it cost $5 to $10 a disk');
    expect(markdown).toContain('$$\nr = \\frac{n}{t}\n$$ {#eq:rate}');
    expect(markdown).toContain('![Writes a second.](group-commit/rates.png "Writes a second.") {#fig:rates}');
    expect(markdown).toContain('Table: Milliseconds for one flush. {#tbl:one-flush}\n\n| disk |  ms |');
    expect(markdown).toContain('[Rates](#rates), @fig:rates, @tbl:one-flush and @eq:rate.');
    const bibliography = await readFile(join(contentDir, 'articles/group-commit.bib'), 'utf8');
    expect(bibliography).toContain('@string{tods');
    expect(bibliography).not.toContain('unused2000');
    expect(printed).toContain('tikzpicture');
    expect(printed).not.toContain('\\cite');
    expect(await errorsOf('group-commit')).toEqual([]);
  });

  test('a theorem keeps its title, label and references, and each lost link and caption is reported with its line', async () => {
    const { code, printed, markdown } = await importSample('small-bounds.tex');
    expect(code).toBe(0);
    expect(markdown).toContain('By @thm:small, which Figure');
    expect(markdown).toContain('::: theorem Smallness {#thm:small}\n\nEvery rate is small.');
    expect(markdown).toContain('and @fig:old with it');
    expect(markdown).toContain('"The new disk, with');
    const left = printed.split('\n').filter((line) => line.startsWith('- '));
    expect(left).toEqual([
      '- The caption in line 22, of several pictures together: Both \\emph{disks} side by side, one hour each.',
      '- The link to #fig:both in line 8',
      '- What small-bounds/rates.png shows, in words: write them into its brackets',
      '- In a caption: $r > 1$',
    ]);
    expect(await errorsOf('small-bounds')).toEqual([]);
  });

  test('Word becomes an article that passes the check, each caption once', async () => {
    const { code, markdown } = await importSample('rates-of-flushes.docx');
    expect(code).toBe(0);
    expect(markdown).toContain('## What we found\n\nA flush costs *half* of a write.[^1] H<sub>2</sub>O');
    expect(markdown).toMatch(/!\[Writes a second\]\(rates-of-flushes\/[\w-]+\.png "Writes a second"\)/);
    expect(markdown.match(/Two disks\./g)).toHaveLength(1);
    expect(markdown).toContain('[below](#the-table)');
    expect(await errorsOf('rates-of-flushes')).toEqual([]);
  });

  test('a file outside the folder and a URL are neither read nor fetched, and each is reported', async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.end('fetched');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = z.object({ port: z.int() }).parse(server.address());
    const manuscript = join(folder, 'manuscript');
    await mkdir(manuscript, { recursive: true });
    await writeFile(join(folder, 'secret.env'), 'SECRET=hunter2');
    await cp(join(samples, 'figs/rates.png'), join(folder, 'outside.png'));
    await symlink(join(folder, 'secret.env'), join(manuscript, 'link.tex'));
    await writeFile(join(manuscript, 'part.tex'), 'Words of a part.');
    const fetched = `http://127.0.0.1:${port}/x.png`;
    const lines = [
      String.raw`\lstinputlisting{../secret.env}`,
      String.raw`\input{../secret.env}`,
      String.raw`\input{link}`,
      String.raw`\input{part}`,
      String.raw`% \input{../commented}`,
      String.raw`\includegraphics{../outside.png}`,
      String.raw`\includegraphics{${join(folder, 'outside.png')}}`,
      String.raw`\includegraphics{${fetched}}`,
    ];
    const tex = `\\documentclass{article}\n\\title{Sly}\n\\begin{document}\n${lines.join('\n\n')}\n\\end{document}\n`;
    await writeFile(join(manuscript, 'sly.tex'), tex);
    const { printed, code } = await listenTo((session) =>
      runImport([join(manuscript, 'sly.tex'), '--content', contentDir], session),
    );
    server.close();
    const markdown = await readFile(join(contentDir, 'articles/sly.md'), 'utf8');
    expect(code).toBe(0);
    expect(requests).toBe(0);
    expect(markdown).not.toContain('hunter2');
    expect(markdown).toContain('Words of a part.');
    expect(await readdir(join(contentDir, 'articles'))).not.toContain('sly');
    const outside = 'which is outside the folder of the manuscript and was not read';
    expect(printed.split('\n').filter((line) => line.startsWith('- The'))).toEqual([
      `- The listing ../secret.env, ${outside}`,
      `- The file ../secret.env, ${outside}`,
      `- The file link, ${outside}`,
      `- The figure ../outside.png, ${outside}`,
      `- The figure ${join(folder, 'outside.png')}, ${outside}`,
      `- The figure ${fetched}, which is on another site and was not fetched`,
    ]);
  });

  test('date, DOI, licence, keywords, ORCID and alternative text come along, and any other fact is reported', async () => {
    const manuscript = join(folder, 'facts');
    await cp(join(samples, 'figs/rates.png'), join(manuscript, 'rates.png'));
    const front = [
      'title: Facts of a file',
      'subtitle: A second line',
      'date: 2025-03-04',
      'doi: https://doi.org/10.1234/abc',
      'license: CC BY 4.0',
      'keywords: [Group commit, Łódź]',
      'author: [{ name: Ada Lovelace, orcid: 0000-0002-1825-0097 }]',
    ];
    const body = '![A caption](rates.png){fig-alt="Bars that rise"}';
    await writeFile(join(manuscript, 'facts.qmd'), `---\n${front.join('\n')}\n---\n\nWords.\n\n${body}\n`);
    const { printed } = await listenTo((session) =>
      runImport([join(manuscript, 'facts.qmd'), '--content', contentDir], session),
    );
    const markdown = await readFile(join(contentDir, 'articles/facts.md'), 'utf8');
    expect(markdown).toMatch(/\ndate: 2025-03-04\n[\s\S]*- group-commit\n {2}- lodz\n/);
    expect(markdown).toContain('license: CC-BY-4.0\ndoi: 10.1234/abc\n');
    expect(markdown).toContain('![Bars that rise](facts/rates.png "A caption")');
    expect(printed).toContain('- Its subtitle: A second line\n');
    expect(printed).toContain('Ada Lovelace (ORCID 0000-0002-1825-0097)');
  });

  test('Quarto becomes an article that passes the check, callouts and code included', async () => {
    const { code, printed, markdown } = await importSample('callouts.qmd');
    expect(code).toBe(0);
    expect(markdown).toMatch(/> \[!WARNING\]\n>\n> Mind the gap\./);
    expect(markdown).toMatch(/``` ?python\nx = 1\n```/);
    expect(markdown).toContain('See @gray1981 and [see @lamport1978, p. 3].');
    expect(markdown).toContain('More in @fig:rates, @tbl:disks, @eq:rate, [The end](#the-end) and fig-a.');
    for (const label of ['$$ {#eq:rate}', '"Writes a second.") {#fig:rates}', 'Table: Two disks. {#tbl:disks}'])
      expect(markdown).toContain(label);
    const left = ['--to ipynb --execute', 'The reference to fig-a', '{{< video', 'What `r nrow(disks)` computes'];
    for (const what of left) expect(printed).toContain(what);
    expect(await errorsOf('callouts')).toEqual([]);
  });
});

test('an article that is there is left as it is', async () => {
  const before = await importSample('noise.ipynb');
  expect(before.code).toBe(1);
  expect(before.printed).toContain('is there already');
});

test('a file that cannot be imported is reported in one sentence', async () => {
  expect(await importSample('refs.bib')).toMatchObject({ code: 2, printed: expect.stringContaining('of no kind') });
  expect(await importSample('gone.ipynb')).toMatchObject({ code: 1, printed: expect.stringContaining('no such file') });
});

test.each([['notes.ipynb'], ['notes.md']])('a folder %s is refused with a sentence', async (name) => {
  const path = join(folder, name);
  await mkdir(path, { recursive: true });
  const { code, printed } = await listenTo((session) => runImport([path, '--content', contentDir], session));
  expect(code).toBe(1);
  expect(printed).toBe(`${path}: It is a folder; name a file in it.\n`);
});
