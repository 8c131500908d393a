import { expect, it } from 'vitest';
import { estimateChance, judgeConfidence } from './ranking.ts';

const good = { share: 0.6, found: 6, lead: 0.5 };

it('is surer the more of a question is found, in weight and in words, and the further the others are behind', () => {
  for (const less of [{ share: 0.3 }, { found: 2 }, { lead: 0.1 }])
    expect(estimateChance({ ...good, ...less })).toBeLessThan(estimateChance(good));
});

it('calls an answer sure from three chances in four, likely from one in two, and none when it is all but hopeless', () => {
  expect(judgeConfidence(good)).toBe('sure');
  expect(judgeConfidence({ share: 0.35, found: 5, lead: 0.5 })).toBe('likely');
  expect(judgeConfidence({ share: 0.2, found: 2, lead: 0.2 })).toBe('weak');
  expect(judgeConfidence({ share: 0.02, found: 0, lead: 0 })).toBe('none');
});

it('is never sure of one word among many', () => {
  expect(judgeConfidence({ share: 0.3, found: 1, lead: 0.3 })).toBe('weak');
  expect(judgeConfidence({ share: 0.45, found: 1, lead: 1 })).toBe('weak');
  expect(judgeConfidence({ share: 0.6, found: 1, lead: 1 })).toBe('likely');
});
