import { expect, test } from 'vitest';
import { renderText } from '../../../tests/content/render-text.ts';

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const tableOf = (columns: number) => {
  const names = Array.from({ length: columns }, (_, at) => `c${at}`);
  return [row(names), row(names.map(() => '---')), row(names)].join('\n');
};

test.each([
  ['a picture', '![A.](p.png "Cap."){.wide}', '<figure class="wide"><a'],
  ['a picture with a label', '![A.](p.png "Cap."){#fig:a .screen}', '<figure class="screen" id="fig:a">'],
  ['a picture without a caption', '![A.](p.png){.wide}', '<figure class="wide"><a'],
  ['a table', `Table: Cap. {#tbl:a .wide}\n\n${tableOf(2)}`, '<figure class="table-figure wide" id="tbl:a">'],
  ['several pictures', '::: figure Two. {.wide}\n![a](p.png)\n\n![b](p.png)\n:::', '<figure class="wide"><div'],
  ['code', '```js {.wide}\nlet a;\n```', '<div class="code-block wide">'],
  ['code of a file', '```js title="a.js" {.screen}\nlet a;\n```', '<figure class="code-figure screen">'],
])('%s takes the room that its author gives it', async (_, markdown, expected) => {
  const { html, found } = await renderText(markdown);
  expect(html).toContain(expected);
  expect(html).not.toMatch(/\{[.#]/);
  expect(found).toEqual([]);
});

test('a table takes the room that its columns need, and code that of its longest line', async () => {
  const classOf = async (columns: number) => /table-scroll[^"]*/.exec((await renderText(tableOf(columns))).html)?.[0];
  expect(await Promise.all([5, 6, 9, 10].map(classOf))).toEqual([
    'table-scroll',
    'table-scroll wide',
    'table-scroll wide',
    'table-scroll screen',
  ]);
  const code = async (length: number) => (await renderText(`\`\`\`text\n${'x'.repeat(length)}\n\`\`\``)).html;
  expect(await code(62)).toContain('"code-block"');
  expect(await code(63)).toContain('"code-block wide"');
});

test('a table with a caption has its room once, on the figure', async () => {
  const { html } = await renderText(`Table: Many.\n\n${tableOf(12)}`);
  expect(html).toContain('<figure class="table-figure screen">');
  expect(html).toContain('<section class="table-scroll" ');
});

test.each([
  ['1', '1,429', '−3'],
  ['0.4 ms', '12 ms', '–'],
  ['$0.05', '$12', ''],
  ['40 %', '7.5%', '100 %'],
  ['`12`', '**13**', '< 2'],
])('a column of %s, %s and %s is aligned at the right', async (...cells) => {
  const { html } = await renderText(
    ['| name | n |', '|---|---|', ...cells.map((cell) => `| a | ${cell} |`)].join('\n'),
  );
  expect(html).toContain('<th scope="col">name</th><th scope="col" class="align-right">n</th>');
  expect(html.match(/<td class="align-right">/g)).toHaveLength(3);
});

test.each(['1.2.3', '2026-11-25', 'RFC 9110', '3 of 4', 'a'])('a column with %s is text', async (cell) => {
  const { html } = await renderText(`| n |\n|---|\n| 1 |\n| ${cell} |\n`);
  expect(html).not.toContain('align-right');
});

test('the alignment that an author writes counts', async () => {
  const { html } = await renderText('| n |\n|:--|\n| 1 |\n');
  expect(html).toContain('<td class="align-left">1</td>');
});
