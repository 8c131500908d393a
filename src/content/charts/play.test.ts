import { describe, expect, it } from 'vitest';
import { parseRows } from './chart-table.ts';
import { type Play, readPlay, renderPlay } from './play.ts';
import { ShortForm } from './short-form.ts';

const short = ShortForm.parse({ form: 'bar', title: 'A', data: 'a.csv', label: 'text', value: 'score' });
const rows = [0, 0.5, 1].flatMap((b) =>
  [1, 10].flatMap((k1) => ['A', 'B'].map((text) => ({ k1, b, text, score: text === 'A' ? k1 : 5 * b }))),
);

function read(given: readonly object[], language = 'en'): Play | { fault: string } {
  const table = parseRows(given);
  if (!table) throw new Error('Not rows.');
  return readPlay(short, table, { language });
}

describe('the rows that readers choose from', () => {
  it('give a value for each label and each combination of steps, in whatever order they are', () => {
    expect(read(rows.toReversed())).toMatchObject({ labels: ['B', 'A'] });
    expect(read(rows, 'de')).toEqual({
      settings: [
        { name: 'k1', steps: ['1', '10'] },
        { name: 'b', steps: ['0', '0,5', '1'] },
      ],
      labels: ['A', 'B'],
      values: [
        [1, 0],
        [1, 2.5],
        [1, 5],
        [10, 0],
        [10, 2.5],
        [10, 5],
      ],
      digits: 1,
    });
  });

  it.each([
    { fault: /no column score/, given: rows.map(({ score, ...row }) => ({ ...row, scored: score })) },
    { fault: /one row with a value: 12, and there are 11/, given: rows.slice(1) },
    { fault: /one row with a value: 12, and there are 13/, given: [...rows, ...rows.slice(0, 1)] },
    {
      fault: /one row with a value: 16,000,000,000,000, and there are 2,000/,
      given: Array.from({ length: 2_000 }, (_, at) => ({ a: at, b: at, c: at, text: String(at), score: 1 })),
    },
    { fault: /the column k1 has text/, given: rows.map((row) => ({ ...row, k1: `k1 = ${row.k1}` })) },
    { fault: /no column has any/, given: [{ text: 'A', score: 1 }] },
    { fault: /begin at zero/, given: rows.map((row) => ({ ...row, score: row.score - 1 })) },
  ])('are refused: $fault', ({ fault, given }) => {
    expect(read(given)).toEqual({ fault: expect.stringMatching(fault) });
  });

  it('begin at the middle of their steps, with the largest bar first', () => {
    const play = read(rows);
    if ('fault' in play) throw new Error(play.fault);
    const html = renderPlay(play, { title: 'Try <it>', writer: { language: 'en' } });
    expect(html).toContain('Try &lt;it&gt;');
    expect([...html.matchAll(/aria-valuetext="([^"]*)"/g)].map(([, step]) => step)).toEqual(['10', '0.5']);
    expect([...html.matchAll(/<span>(.)<\/span>/g)].map(([, name]) => name)).toEqual(['A', 'B']);
    expect(html).not.toContain('style=');
  });
});
