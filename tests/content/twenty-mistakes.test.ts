import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { runCheck } from '../../src/cli/check-content.ts';
import { listenTo } from '../support/command.ts';

const Problems = z.array(
  z.object({ file: z.string(), line: z.int(), column: z.int(), rule: z.string(), message: z.string() }),
);
let problems: z.infer<typeof Problems>;
let code: number;

beforeAll(async () => {
  const folder = 'tests/fixtures/content/twenty-mistakes/content';
  const args = ['--format', 'json', '--content', folder];
  const said = await listenTo((session) => runCheck(args, session));
  code = said.code;
  problems = Problems.parse(JSON.parse(said.printed));
});

/** What was planted, and the part of the answer that says what to do about it. */
const planted: [what: string, place: string, action: RegExp][] = [
  [
    'a title with a colon and no quotes',
    'articles/broken-above.md:2:8',
    /Put the title in quotes.*title: "Caches: what/,
  ],
  ['a day that there is not', 'articles/broken-above.md:5:7', /February 2026 has 28 days/],
  ['a moment without a time zone', 'articles/broken-above.md:6:13', /2026-12-01T09:00:00Z for UTC/],
  ['a list that is not closed', 'articles/broken-above.md:7:10', /add \]$/],
  ['a tag with a slip', 'articles/broken-above.md:8:8', /did you mean caching/],
  ['a word for true', 'articles/broken-above.md:9:8', /Write true or false/],
  ['an unknown key', 'articles/broken-above.md:10:1', /did you mean license\?/],
  ['a second title', 'articles/broken-above.md:13:1', /start with ##/],
  ['a link to an article with a slip', 'articles/broken-above.md:15:5', /did you mean a-good-one\?/],
  ['a figure with a slip', 'articles/broken-above.md:17:1', /did you mean broken-above\/chart\.svg\?/],
  ['a figure that nothing shows', 'articles/broken-above.md:12:1', /Nothing shows articles\/broken-above\/chart\.svg/],
  ['a dollar without its partner', 'articles/broken-above.md:19:11', /add \$ on the same line/],
  ['a bracket without its partner', 'articles/broken-above.md:19:45', /This \( has no partner; add it/],
  ['two dollars without their partner', 'articles/broken-above.md:21:1', /end it with \$\$ on a line of its own/],
  ['an update before the date', 'articles/broken-below.md:6:10', /before the article's own date 2026-10-02; change/],
  ['an author with a slip', 'articles/broken-below.md:7:11', /did you mean ada\?/],
  ['a question that is none', 'articles/broken-below.md:9:13', /ends with a question mark/],
  ['front matter without an end', 'articles/broken-below.md:11:1', /End the front matter here with a line/],
  ['a footnote that nothing defines', 'articles/broken-below.md:12:8', /write \[\^source\]:/],
  ['a citation with a slip', 'articles/broken-below.md:12:31', /did you mean fielding2014\?/],
  ['raw HTML', 'articles/broken-below.md:12:76', /write Markdown instead/],
  ['code without an end', 'articles/broken-below.md:14:1', /add a line like its first fence/],
  ['an article in a folder', 'articles/2026/a-note.md:1:1', /move it to articles\/a-note\.md/],
  ['figures of a renamed article', 'articles/old-name/chart.svg:1:1', /no articles\/old-name\.md .* rename it/],
  ['an author with a wrong ORCID', 'authors.yaml:5:10', /16 digits/],
  ['a price in quotes', 'plans.yaml:3:26', /Write a number, without quotes/],
  ['a path with a slip', 'pages/why.md:6:6', /did you mean \/articles\?/],
];

test.each(planted)('%s is reported at %s with what to do', (_, place, action) => {
  const found = problems.filter(({ file, line, column }) => `${file}:${line}:${column}` === `content/${place}`);
  expect(found.map(({ message }) => message).join('\n')).toMatch(action);
});

test('all of them stop a build in one run, and nothing else is said', () => {
  expect(code).toBe(1);
  // The second half of the raw HTML, and the text of the link with a slip.
  expect(problems).toHaveLength(planted.length + 2);
});
