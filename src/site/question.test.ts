import { expect, it } from 'vitest';
import { readQuestion } from './question.ts';

const read = (text: string) => readQuestion({ searchParams: new URLSearchParams({ q: text }) });

it('cuts a question that is too long, and no character of it', () => {
  expect(read('a'.repeat(2_000))).toBe('a'.repeat(1_000));
  const cut = read(`${'a'.repeat(999)}\u{1F600}`);
  expect(cut).toBe('a'.repeat(999));
  expect(encodeURIComponent(cut)).toBe(cut);
});

it('leaves a question that fits as it is, without the blanks around it', () => {
  expect(read(' What is 402 for? \u{1F600}')).toBe('What is 402 for? \u{1F600}');
  expect(readQuestion({ searchParams: new URLSearchParams() })).toBe('');
});
