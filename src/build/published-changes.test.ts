import { expect, test } from 'vitest';
import { makeArticle } from '../../tests/support/library.ts';
import { describeChanges, snapshotRelease } from './published-changes.ts';

const about = { now: Date.UTC(2026, 10, 20), baseUrl: 'https://acme.example' };
const out = (version: string) => ({ version, releaseAt: null });

test('names what is new, what changed, what is gone, and leaves out what is as it was', () => {
  const before = new Map([
    ['same', out('1')],
    ['edited', out('1')],
    ['gone', out('1')],
  ]);
  const after = new Map([
    ['same', out('1')],
    ['edited', out('2')],
    ['fresh', out('1')],
  ]);
  expect(describeChanges(before, after, about)).toBe(
    '  changed: https://acme.example/articles/edited\n' +
      '  new: https://acme.example/articles/fresh\n' +
      '  no longer there: https://acme.example/articles/gone\n',
  );
});

test('says when a scheduled article is released, and nothing about a time that has passed', () => {
  const at = (releaseAt: number) => new Map([['later', { version: '1', releaseAt }]]);
  expect(describeChanges(new Map(), at(Date.UTC(2026, 11, 1)), about)).toContain(
    'new: https://acme.example/articles/later, is released at 2026-12-01T00:00:00.000Z\n',
  );
  expect(describeChanges(new Map(), at(Date.UTC(2026, 9, 1)), about)).not.toContain('comes out');
});

test('says so when no article changed', () => {
  const same = new Map([['same', out('1')]]);
  expect(describeChanges(same, same, about)).toBe('No article changed.\n');
});

test.each([
  ['withdrawn', { retracted: { date: '2026-11-20', reason: 'It was not measured.' } }],
  ['corrected', { corrections: [{ date: '2026-11-20', text: 'A sum was wrong.' }] }],
  ['given another author', { authors: [] }],
  ['put off', { releaseAt: about.now + 1 }],
])('names an article that was %s', (_, change) => {
  const edition = (changed: object) => snapshotRelease([{ ...makeArticle({ slug: 'one' }), ...changed }], new Map());
  expect(describeChanges(edition({}), edition(change), about)).toMatch(/^ {2}changed: .*\/one/);
  expect(describeChanges(edition(change), edition(change), about)).toBe('No article changed.\n');
});

test('names an article of which only the paid part was changed', () => {
  const articles = [makeArticle({ slug: 'one', tier: 'paid' })];
  const [before, after] = ['sha256:1', 'sha256:2'].map((digest) =>
    snapshotRelease(articles, new Map([['one', digest]])),
  );
  expect(describeChanges(before ?? new Map(), after ?? new Map(), about)).toContain('changed: ');
});
