import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildCompletions } from '../../tests/support/completions.ts';
import { makeArticle } from '../../tests/support/library.ts';
import { fold } from '../words/fold.ts';
import { openCompletions } from './completions.ts';
import type { Completion } from './engine.ts';

const paid = makeArticle({ slug: 'keys', title: 'Keys that prove themselves', tier: 'paid' });
const articles = [
  { ...paid, tags: ['key-design'] },
  makeArticle({ slug: 'limits', title: 'Rate-limit headers and Retry-After' }),
  makeArticle({ slug: 'later', title: 'Keyboards of tomorrow' }),
];
const glossary = [
  { term: 'Rate limit', aliases: ['throttling'], definition: 'How many calls.', id: 'term-rate-limit' },
];
const completer = openCompletions(buildCompletions(articles, glossary));

function complete(text: string, isVisible: (entry: Completion) => boolean = () => true): string[] {
  return completer.complete(text, { limit: 8, isVisible }).map((entry) => `${entry.kind}: ${entry.text}`);
}

test('half a word finds titles, glossary, headings and tags that have a word that begins so', () => {
  expect(complete('ke')).toEqual([
    'article: Keys that prove themselves',
    'article: Keyboards of tomorrow',
    'tag: key-design',
  ]);
  expect(complete('pai')).toEqual(['section: The paid part']);
  expect(complete('throt')).toEqual(['term: throttling']);
  expect(complete('RATE lím')).toEqual(['article: Rate-limit headers and Retry-After', 'term: Rate limit']);
});

test('of a question, what was typed last counts', () => {
  expect(complete('how does a server check a ke')).toContain('article: Keys that prove themselves');
  expect(complete('xyzzy')).toEqual([]);
  expect(complete('  ')).toEqual([]);
});

test('what is not out yet is not completed', () => {
  const isVisible = (entry: Completion) => !('slug' in entry) || entry.slug !== 'later';
  expect(complete('keyb')).toEqual(['article: Keyboards of tomorrow']);
  expect(complete('keyb', isVisible)).toEqual([]);
});

test('the last word of a text, unless it is whole, stands for the most common words that begin with it', () => {
  const words = ['paid', 'payment', 'payments', 'payer', 'paywall', 'key'];
  const { extendLast } = openCompletions(buildCompletions(articles, glossary, words));
  expect(extendLast('how does a pay')).toBe('how does a pay payment payments payer paywall');
  expect(extendLast('how does a Key')).toBe('how does a Key');
  expect(extendLast('how does a Payment')).toBe('how does a Payment');
  expect(extendLast('a key ')).toBe('a key ');
  expect(extendLast('xyzzy')).toBe('xyzzy');
});

test('a beginning stands for the most common of all words that begin with it', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '1', '字'), minLength: 1, maxLength: 4 });
  const lists = fc.uniqueArray(letters.map(fold), { maxLength: 30 });
  fc.assert(
    fc.property(lists, letters, (words, beginning) => {
      const { extendLast } = openCompletions(buildCompletions([], [], words));
      const longer = words.filter((word) => word.startsWith(fold(beginning)));
      const expected = words.includes(fold(beginning)) ? [] : longer.slice(0, 4);
      expect(extendLast(`a ${beginning}`)).toBe(['a', beginning, ...expected].join(' '));
    }),
  );
});

test('the same library gives the same bytes', () => {
  expect(buildCompletions(articles, glossary)).toEqual(buildCompletions(articles, glossary));
});
