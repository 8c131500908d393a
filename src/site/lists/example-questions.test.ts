import { expect, test } from 'vitest';
import { chooseQuestions } from './example-questions.ts';

test('the first question of each of the newest articles is offered, none of a withdrawn one', () => {
  const ask = (text: string) => ({ text, sectionId: null });
  const article = (questions: string[]) => ({ questions: questions.map(ask), retracted: null });
  const withdrawn = { questions: [ask('Old?')], retracted: { date: '2026-01-01', reason: 'Wrong.' } };
  const articles = [
    withdrawn,
    article(['A?', 'Not this?']),
    article([]),
    article(['B?']),
    article(['C?']),
    article(['D?']),
  ];
  expect(chooseQuestions(articles)).toEqual(['A?', 'B?', 'C?']);
});
