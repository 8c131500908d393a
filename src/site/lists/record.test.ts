import { expect, it } from 'vitest';
import { makeArticle } from '../../../tests/support/library.ts';
import { collectRecord } from './record.ts';

it('counts scripts that run again, corrections newest first, and retractions', () => {
  const artifact = { file: 'a.ts', title: 'A', run: 'node a.ts', bytes: 1, digest: 'sha-256=0' };
  const corrected = {
    ...makeArticle({ slug: 'corrected' }),
    artifacts: [artifact, { ...artifact, file: 'a.csv', run: null }],
    corrections: ['2026-03-02', '2026-03-04'].map((date) => ({ date, text: 'A wrong sum.' })),
  };
  const retracted = {
    ...makeArticle({ slug: 'retracted' }),
    retracted: { date: '2026-03-03', reason: 'Two methods.' },
  };
  const record = collectRecord([corrected, retracted]);
  expect(record.scripts.map(({ artifact: { file } }) => file)).toEqual(['a.ts']);
  expect(record.corrections.map(({ correction: { date } }) => date)).toEqual(['2026-03-04', '2026-03-02']);
  expect(record.retractions.map(({ article: { slug } }) => slug)).toEqual(['retracted']);
});
