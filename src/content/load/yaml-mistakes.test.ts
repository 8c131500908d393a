import { expect, test } from 'vitest';
import { parseYaml } from './yaml.ts';

test.each([
  ['title: Foo: bar', 7, 'Put the title in quotes, because the colon in it begins another key: title: "Foo: bar"'],
  ['title: @home', 7, 'Put the title in quotes, because it begins with @: title: "@home"'],
  ['title: %home', 7, 'Put the title in quotes, because it begins with %: title: "%home"'],
  ['title: *bold* words', 7, 'Put the title in quotes, because it begins with *: title: "*bold* words"'],
  ['title: !important', 7, 'Put the title in quotes, because it begins with !: title: "!important"'],
  ['title: [draft] "Mine"', 7, `Put the title in quotes, because it begins with [: title: '[draft] "Mine"'`],
  ["title: 'it's mine'", 7, "The quotes end before the text does; write '' for each ' inside them"],
  ['title: "a" b', 7, 'The quotes end before the text does; write \\" for each " inside them'],
  ['title: "open', 7, 'The " that opens here is not closed; add one at the end of the text'],
  ['title: "a\\q"', 9, 'A backslash means something in double quotes; use single quotes here'],
  ['title:Foo', 5, 'Put a space after the colon of title'],
  ['tags:\n\t- a', 6, 'Indent with spaces: a tab is not an indent in YAML'],
  ['authors: [ada', 9, 'The [ that opens here is not closed; add ]'],
  ['authors: [ada,, b]', 14, 'There is one , too many'],
  ['tier: free\ntier: paid', 11, 'The key tier is here a second time; keep one'],
  ['a: 1\njust words', 5, 'This line is not "key: value"; if it continues the value above, indent it by two spaces'],
])('%j is explained where it stands', (text, at, message) => {
  expect(parseYaml(text).failures).toEqual([{ at, message }]);
});

test.each(['corrections:\n  - date: 2026-01-01\n   text: x', 'tags:\n  - a\n - b', 'date: 2026-01-01\n title: x'])(
  'reports the misaligned lines of %j',
  (text) => {
    expect(parseYaml(text).failures.map(({ message }) => message)).toEqual([expect.stringContaining('do not line up')]);
  },
);
