import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { runCheck } from '../../src/cli/check-content.ts';
import { listenTo } from '../support/command.ts';
import { folderOfFile } from '../support/folders.ts';

/** An article with one thing in it that its author did not mean. */
interface Planted {
  what: string;
  name: string;
  file: string | Buffer;
  /** Line and column, and the part of the answer that says what to do; undefined when it is right as it is. */
  answer: [place: string, action: RegExp] | undefined;
}

function article(about: { front?: string; text?: string; title?: string; tier?: string; date?: string }): string {
  const { front = '', text = 'Words.', title = 'A title of its own', tier = 'free', date = '2026-11-01' } = about;
  return `---\ntitle: ${title}\ndescription: A description of more than forty characters, which reads well.\ntier: ${tier}\ndate: ${date}\nauthors: [ada]\n${front}---\n\n${text}\n`;
}

const series = (part: number) => `series:\n  id: one\n  title: One series\n  part: ${part}\n`;
const plain = article({ title: 'Text as another editor saves it' });

const planted: Planted[] = [
  {
    what: 'a month that there is not',
    name: 'month.md',
    file: article({ date: '2026-13-40', title: 'Month thirteen' }),
    answer: ['5:7', /no month 13/],
  },
  {
    what: 'a tab for an indent',
    name: 'tab.md',
    file: article({ front: 'series:\n\tid: x\n', title: 'Tabulator' }),
    answer: ['8:1', /Indent with spaces/],
  },
  { what: 'a byte order mark', name: 'mark.md', file: `\uFEFF${plain}`, answer: undefined },
  {
    what: 'line ends of another system',
    name: 'ends.md',
    file: article({ title: 'Line ends', text: 'A [missing article](nowhere-at-all.md).' }).replaceAll('\n', '\r\n'),
    answer: ['9:3', /name a file that is there/],
  },
  {
    what: 'a NUL byte',
    name: 'nul.md',
    file: article({ title: 'With a NUL', text: 'A \0 byte.' }),
    answer: ['9:3', /U\+0000.*delete it/],
  },
  {
    what: 'another encoding',
    name: 'latin.md',
    file: Buffer.from(article({ title: 'In Latin 1', text: 'Café.' }), 'latin1'),
    answer: ['9:4', /save the file as UTF-8/],
  },
  {
    what: 'an encoding of two bytes a character',
    name: 'wide.md',
    file: Buffer.from(`\uFEFF${article({ title: 'In UTF-16' })}`, 'utf16le'),
    answer: ['1:1', /UTF-16; save it as UTF-8/],
  },
  {
    what: 'an author named twice',
    name: 'twice.md',
    file: article({ title: 'By one and the same' }).replace('[ada]', '[ada, ada]'),
    answer: ['6:16', /ada is here twice; take one out/],
  },
  {
    what: 'half a part of a series',
    name: 'half.md',
    file: article({ front: series(1).replace('one', 'other').replace('part: 1', 'part: 1.5'), title: 'Part one half' }),
    answer: ['10:9', /Write a whole number$/],
  },
  {
    what: 'a formula that calls itself',
    name: 'formula.md',
    file: article({ title: 'A formula for ever', text: 'So $\\def\\a{\\a\\a}\\a$.' }),
    answer: ['9:5', /calls itself; write the formula without it/],
  },
  {
    what: 'a folder with the name of a bibliography',
    name: 'folder.md',
    file: article({ front: 'bibliography: works.bib\n', title: 'Works in a folder' }),
    answer: ['7:15', /There is no file/],
  },
  {
    what: 'a citation from a bibliography of another format',
    name: 'format.md',
    file: article({ front: 'bibliography: csl.bib\n', title: 'Works in CSL', text: 'As [@lamport] says.' }),
    answer: undefined,
  },
  {
    what: 'the bibliography of another format',
    name: 'csl.bib',
    file: '[{ "id": "lamport", "type": "book", "title": "Time" }]\n',
    answer: ['1:1', /export the bibliography as BibTeX/],
  },
  {
    what: 'a preview with nothing paid below it',
    name: 'preview.md',
    file: article({ title: 'A preview of all', tier: 'paid', text: 'All of it.\n\n<!-- more -->' }),
    answer: ['11:1', /move the line up, or write tier: free/],
  },
  {
    what: 'a space in the name',
    name: 'with space.md',
    file: article({ title: 'With a space' }),
    answer: ['1:1', /write with-space/],
  },
  {
    what: 'upper case in the name',
    name: 'Upper.md',
    file: article({ title: 'Upper case' }),
    answer: ['1:1', /write upper/],
  },
  {
    what: 'an umlaut in the name',
    name: 'übung.md',
    file: article({ title: 'With an umlaut' }),
    answer: ['1:1', /write ubung/],
  },
  {
    what: 'a file of five megabytes',
    name: 'huge.md',
    file: article({ title: 'Very long', text: 'Word.\n\n'.repeat(750_000) }),
    answer: ['1:1', /cut it into parts/],
  },
  {
    what: 'nothing below the front matter',
    name: 'empty.md',
    file: article({ title: 'Nothing yet', text: '' }),
    answer: ['8:1', /write the article, or mark it draft/],
  },
  {
    what: 'a comment without an end',
    name: 'comment.md',
    file: article({ title: 'A comment', text: 'Words.\n\n<!-- to do\n\nMore.' }),
    answer: ['11:1', /has no end.*take it out/],
  },
  {
    what: 'a row with a cell too many',
    name: 'table.md',
    file: article({ title: 'With a table', text: '| a | b |\n|---|---|\n| 1 | 2 |\n| 1 | 2 | 3 |' }),
    answer: ['12:1', /3 cells and its table 2 columns; take one out/],
  },
  {
    what: 'a title that is taken',
    name: 'title-b.md',
    file: article({ title: 'Text as another editor saves it' }),
    answer: ['2:8', /mark\.md has this title too; say/],
  },
  {
    what: 'a part that is taken',
    name: 'part-b.md',
    file: article({ front: series(1), title: 'Part b of one' }),
    answer: ['8:3', /give one of them another number/],
  },
  {
    what: 'the first of that number',
    name: 'part-a.md',
    file: article({ front: series(1), title: 'Part a of one' }),
    answer: undefined,
  },
  {
    what: 'a label of another article',
    name: 'label-b.md',
    file: article({ title: 'With label b', text: 'See @eq:rate.' }),
    answer: ['9:5', /link to the article that has it/],
  },
  {
    what: 'a label given twice',
    name: 'label-a.md',
    file: article({ title: 'With label a', text: '$$\na\n$$ {#eq:rate}\n\n$$\nb\n$$ {#eq:rate}' }),
    answer: ['15:4', /name this one otherwise/],
  },
  {
    what: 'a price in an article',
    name: 'price.md',
    file: article({ front: 'price: five cents\n', title: 'Priced here' }),
    answer: ['7:8', /price: Write a number/],
  },
  {
    what: 'a tier with a slip',
    name: 'tier.md',
    file: article({ tier: 'payed', title: 'A tier mistyped' }),
    answer: ['4:7', /did you mean paid/],
  },
  {
    what: 'a tag with a slash',
    name: 'tag.md',
    file: article({ front: 'tags: [web/http]\n', title: 'A tag with a slash' }),
    answer: ['7:8', /write web-http/],
  },
  {
    what: 'a draft that is linked',
    name: 'to-draft.md',
    file: article({ title: 'To a draft', text: 'See [it](half-written.md).' }),
    answer: ['9:5', /publish it first, or take the link out/],
  },
  {
    what: 'the draft',
    name: 'half-written.md',
    file: article({ front: 'draft: true\n', title: 'Half written' }),
    answer: undefined,
  },
  {
    what: 'a picture that cannot be read',
    name: 'pictured.md',
    file: article({ title: 'With a picture', text: '![A cat.](pictured/cat.png)' }),
    answer: ['9:1', /save it again as one/],
  },
  { what: 'that picture, which something names', name: 'pictured/cat.png', file: Buffer.alloc(9), answer: undefined },
];

const folder = folderOfFile();
let problems: { file: string; line: number; column: number; message: string }[] = [];

beforeAll(async () => {
  const content = join(folder, 'content');
  const write = async (path: string, text: string | Buffer) => {
    await mkdir(dirname(join(content, path)), { recursive: true });
    await writeFile(join(content, path), text);
  };
  await write('authors.yaml', 'ada:\n  name: Ada van der Berg\n');
  await write(
    'plans.yaml',
    'tiers:\n  - { tier: free, price: 0, currency: USD, period: forever, includes: [Reading] }\n  - { tier: paid, price: 0.05, currency: USD, period: article, includes: [One article] }\n',
  );
  await mkdir(join(content, 'articles/works.bib'), { recursive: true });
  for (const { name, file } of planted) await write(`articles/${name}`, file);
  await symlink('/etc/hostname', join(content, 'articles/link-out.md'));
  const args = ['--format', 'json', '--content', content];
  const { printed } = await listenTo((session) => runCheck(args, session));
  problems = JSON.parse(printed);
});

const placesIn = (name: string) => problems.filter(({ file }) => file === `content/articles/${name}`);

test.each(planted.map((each) => [each.what, each] as const))('%s', (_, { name, answer }) => {
  const found = placesIn(name).map(({ line, column, message }) => `${line}:${column} ${message}`);
  if (!answer) expect(found).toEqual([]);
  else {
    const [place, action] = answer;
    expect(found, found.join()).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^${place} .*${action.source}`));
  }
});

test('a link out of the folder is not read, and that is said', () => {
  expect(placesIn('link-out.md').map(({ message }) => message)).toEqual([
    expect.stringContaining('put the file itself here'),
  ]);
});
