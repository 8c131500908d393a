import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareHtml } from './compare.ts';

const labels = { added: 'added:', removed: 'removed:' };
const hidden = /<span class="sr-only">[^<]*<\/span>/g;
const compare = (before: string, after: string) => {
  const { html, changes } = compareHtml(before, after, labels);
  return { html: html.replaceAll(hidden, '').replaceAll(/ id="change-\d+"/g, ''), count: changes.length };
};

test('a changed word is marked where it is, and a label tells a screen reader', () => {
  const { html, changes } = compareHtml('<p>Keys have 12 bytes.</p>', '<p>Keys have 10 bytes.</p>', labels);
  expect(changes).toHaveLength(1);
  expect(html).toBe(
    '<p>Keys have <del id="change-1"><span class="sr-only">removed: </span>12 </del><ins><span class="sr-only">added: </span>10 </ins>bytes.</p>',
  );
});

test('changes are counted: two words apart are two, a word and its replacement one', () => {
  expect(compare('<p>a b c d</p>', '<p>a x c y</p>').count).toBe(2);
  expect(compare('<p>same</p>', '<p>same</p>')).toEqual({ html: '<p>same</p>', count: 0 });
});

test('each change has the section that it is in, and a removed heading begins none', () => {
  const before = '<p>a</p><h2 id="one">One</h2><p>b</p><h2 id="gone">Gone</h2><p>c</p><h3 id="two">Two</h3><p>d</p>';
  const after = '<p>x</p><h2 id="one">One</h2><p>b</p><p>y</p><h3 id="two">Two</h3><p>z</p>';
  expect(compareHtml(before, after, labels).changes).toEqual([undefined, 'one', 'two']);
});

test('a formula is replaced as one piece', () => {
  const { html } = compare('<p><math><mi>x</mi></math></p>', '<p><math><mi>y</mi></math></p>');
  expect(html).toBe('<p><del><math><mi>x</mi></math></del><ins><math><mi>y</mi></math></ins></p>');
});

test('a text of 10,000 words is compared without a table of all pairs', () => {
  const words = Array.from({ length: 10_000 }, (_, index) => `w${index % 2_000}`);
  const before = process.memoryUsage().arrayBuffers;
  expect(compare(words.join(' '), words.with(5_000, 'other').join(' ')).count).toBe(1);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
});

test('the later text can be read out of every comparison, tag by tag', () => {
  const paragraph = fc.array(fc.constantFrom('a ', 'b ', '<em>', '</em>', '<math>x</math>'), { maxLength: 8 });
  fc.assert(
    fc.property(paragraph, paragraph, (before, after) => {
      const { html } = compare(before.join(''), after.join(''));
      const later = html.replaceAll(/<del>.*?<\/del>/gs, '').replaceAll(/<\/?ins>/g, '');
      expect(later).toBe(after.join(''));
    }),
  );
});
