import { expect, test } from 'vitest';
import { readDestination, toHref } from './destinations.ts';

test.each([
  ['https://example.org/a b', 'https://example.org/a%20b'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
  ['#é', '#%C3%A9'],
  ['#%C3%A9', '#%C3%A9'],
  ['other.md', '/articles/other'],
  ['./other.md#part', '/articles/other#part'],
  ['../pages/why.md', '/why'],
  ['/pricing?a=1&amp;b=2#x', '/pricing?a=1&b=2#x'],
  ['/a"b', '/a%22b'],
])('%s becomes %s', (written, href) => {
  expect(toHref(readDestination(written, 'articles'))).toBe(href);
});

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'https:example.org',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '../../etc/passwd',
  'other.html',
  '#',
  '',
])('%j is refused', (written) => {
  expect(readDestination(written, 'articles').kind).toBe('unsafe');
  expect(toHref(readDestination(written, 'articles'))).toBeUndefined();
});
