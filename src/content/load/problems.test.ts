import { expect, test } from 'vitest';
import { formatProblems, type Problem, positionAt, sortProblems } from './problems.ts';

const problem: Problem = {
  file: 'content/a,b:c.md',
  line: 3,
  column: 7,
  rule: 'link-text',
  severity: 'warn',
  message: '100 %\nsure',
};

test('a place is counted in lines and columns from 1', () => {
  expect(positionAt('ab\ncd\n', 0)).toEqual({ line: 1, column: 1 });
  expect(positionAt('ab\ncd\n', 2)).toEqual({ line: 1, column: 3 });
  expect(positionAt('ab\ncd\n', 3)).toEqual({ line: 2, column: 1 });
  expect(positionAt('ab\ncd\n', 99)).toEqual({ line: 3, column: 1 });
  expect(positionAt('', 0)).toEqual({ line: 1, column: 1 });
});

test('the text form is file:line:col rule message', () => {
  expect(formatProblems([{ ...problem, severity: 'error', message: 'No.' }], 'text')).toBe(
    'content/a,b:c.md:3:7 link-text No.',
  );
});

test('the GitHub form escapes what would end a property or the line', () => {
  expect(formatProblems([problem], 'github')).toBe(
    '::warning file=content/a%2Cb%3Ac.md,line=3,col=7,title=link-text::100 %25%0Asure',
  );
});

test('the JSON form is read back as the same problems', () => {
  expect(JSON.parse(formatProblems([problem], 'json'))).toEqual([problem]);
});

test('problems are in the order of files and places', () => {
  const sorted = sortProblems([problem, { ...problem, line: 1 }, { ...problem, file: 'a.md', line: 9 }]);
  expect(sorted.map(({ file, line }) => `${file}:${line}`)).toEqual([
    'a.md:9',
    'content/a,b:c.md:1',
    'content/a,b:c.md:3',
  ]);
});
