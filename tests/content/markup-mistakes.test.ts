import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Problem } from '../../src/content/load/problems.ts';
import { checkContent } from '../../src/content/run-checks.ts';
import { folderOfFile } from '../support/folders.ts';

const front = {
  title: 'A title of fair length',
  description: 'A description that is long enough to pass the rule about descriptions.',
};

/** A mistake, the line of the body it is in, and a part of the message with its remedy. */
const bodies: readonly (readonly [what: string, body: string, column: number, remedy: RegExp])[] = [
  ['a subscript of Pandoc', 'Water is H~2~O here.', 11, /write <sub>2<\/sub>/],
  ['a superscript of Pandoc', 'The area is x^2^ here.', 14, /write <sup>2<\/sup>, or a formula/],
  ['highlighting', 'This ==matters== a lot.', 6, /write <mark>matters<\/mark>/],
  ['a wiki link', 'See [[Other note]] for more.', 5, /write a link: \[words\]/],
  ['a directive of MyST', ':::{note}\nMind this.\n:::', 1, /The directive note is not read; write > \[!NOTE\]/],
  ['a fenced division of Quarto', '::: callout-tip\nMind this.\n:::', 1, /The directive callout-tip/],
  ['a link that nothing defines', 'See [the text][nowhere] for more.', 5, /write \[nowhere\]: and the URL/],
  ['a formula in a caption', '![Bars](p.png "Rates of $x^2$")', 16, /A caption is plain text, and \$x\^2\$/],
  ['emphasis in a caption', '![Bars](p.png "Rates *per year*")', 16, /\*per year\* is shown as typed/],
  ['code in a caption', '![Bars](p.png "Rates of `fsync`")', 16, /`fsync` is shown as typed/],
  ['a citation in a caption', '![Bars](p.png "After [@field2000]")', 16, /\[@field2000\] is shown as typed/],
  ['a key without a bibliography', 'As @field2000 says.', 4, /add the key bibliography/],
  ['a citation of LaTeX', String.raw`As \citep{field2000} says.`, 4, /is LaTeX/],
  ['a reference of LaTeX', String.raw`See \ref{fig:a} for it.`, 5, /is LaTeX/],
  ['a figure that has no label', 'See @fig:rates for it.', 5, /Nothing in this file is labelled/],
  ['a reference of Quarto', 'See [@fig:rates] for it.', 5, /@fig:rates|labelled/],
  ['a caption without its table', 'Table: Rates of flushes.\n\nWords.', 1, /directly before its table/],
  ['a heading without a space', '##Results', 1, /has a space after ##/],
  ['a code cell of Jupyter', '```{python}\nprint(1)\n```', 1, /python/],
  ['a link with a space', 'See [this] (https://example.org) now.', 5, /Take out the space/],
  ['strong text that is not closed', 'This **matters a lot.', 6, /has no partner/],
  ['a name with a letter of Cyrillic', 'See [that](gоod.md) now.', 5, /did you mean good.*U\+043E and not U\+006F/],
];

const titles: readonly (readonly [what: string, front: Partial<typeof front>, place: string, remedy: RegExp])[] = [
  ['a formula in the title', { title: 'Why $O(n)$ is enough' }, '2:8', /A title is plain text, and \$O\(n\)\$/],
  ['emphasis in the title', { title: 'Why *this* is enough' }, '2:8', /\*this\* is shown as typed/],
  [
    'a link in the description',
    { description: 'What we found in [the study](https://example.org) of last year.' },
    '3:14',
    /A description is plain text/,
  ],
];

let problems: Problem[];

function article(body: string, own: Partial<typeof front> = {}): string {
  const { title, description } = { ...front, ...own };
  return `---\ntitle: ${title}\ndescription: ${description}\ntier: free\ndate: 2026-10-01\nauthors: [ada]\n---\n\n${body}\n`;
}

beforeAll(async () => {
  const contentDir = join(folderOfFile(), 'content');
  await cp('tests/fixtures/content/mistakes/citations/content', contentDir, { recursive: true });
  const write = (name: string, text: string) => writeFile(join(contentDir, `articles/${name}.md`), text);
  await write('good', article('Good words.'));
  for (const [index, [, body]] of bodies.entries()) await write(`body-${index}`, article(body));
  for (const [index, [, own]] of titles.entries()) await write(`title-${index}`, article('Words.', own));
  problems = await checkContent({ contentDir, now: Date.UTC(2026, 10, 20) });
});

test.each(bodies.map((mistake, index) => [...mistake, index] as const))(
  '%s is reported with what to write',
  (_, _body, column, remedy, index) => {
    const found = problems.filter(({ file, line }) => file.endsWith(`/body-${index}.md`) && line === 9);
    expect(found.map((problem) => `${problem.column} ${problem.message}`).join('\n')).toMatch(
      new RegExp(`^${column} .*${remedy.source}`, 'm'),
    );
  },
);

test.each(titles.map((mistake, index) => [...mistake, index] as const))(
  '%s is reported with its place',
  (_, _front, place, remedy, index) => {
    const found = problems.filter(({ file }) => file.endsWith(`/title-${index}.md`));
    const messages = found.map(({ line, column, message }) => `${line}:${column} ${message}`).join('\n');
    expect(messages).toMatch(new RegExp(`^${place} .*${remedy.source}`, 'm'));
  },
);
