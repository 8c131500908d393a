import { expect, test } from 'vitest';
import type { FigureData } from '../library/figure-data.ts';
import { findSparkline } from './sparkline.ts';

function chartOf(
  rows: FigureData['rows'],
  { label = 'fig:a', type = 'text' as FigureData['columns'][number]['type'] } = {},
): FigureData {
  const facts = { id: 'a', title: 'T', subtitle: null, unit: null, description: 'D', note: null };
  const columns = ['month', 'names'].map((name, at) => ({
    name,
    type: at ? ('number' as const) : type,
    unit: null,
  }));
  return { ...facts, label, columns, rows };
}

const articleOf = (charts?: FigureData[]) => ({
  slug: 'x',
  body: { markdown: '', html: '', spans: [], ...(charts && { charts }) },
});

test('the numbers of the first chart that is one series become a line from the lowest to the highest', () => {
  const grouped = chartOf(
    [
      ['a', 1],
      ['a', 2],
      ['b', 3],
      ['b', 4],
    ],
    { label: 'fig:groups' },
  );
  const series = chartOf([
    ['a', 10],
    ['b', 20],
    ['c', 15],
    ['d', 30],
  ]);
  expect(findSparkline(articleOf([grouped, series]))).toEqual({
    points: [
      { x: 0, y: 24 },
      { x: 33.3, y: 12 },
      { x: 66.7, y: 18 },
      { x: 100, y: 0 },
    ],
    isConnected: false,
    path: '/articles/x#fig%3Aa',
  });
});

test.each([
  ['no chart', undefined],
  [
    'three rows',
    [
      chartOf([
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ]),
    ],
  ],
  [
    'a missing number',
    [
      chartOf([
        ['a', 1],
        ['b', null],
        ['c', 3],
        ['d', 4],
      ]),
    ],
  ],
])('an article with %s has none', (_, charts) => {
  expect(findSparkline(articleOf(charts))).toBeUndefined();
});

test('dates are placed by time, and connected', () => {
  const rows: FigureData['rows'] = [
    ['2000-01', 1],
    ['2000-02', 2],
    ['2008-01', 3],
    ['2016-01', 3],
  ];
  const line = findSparkline(articleOf([chartOf(rows, { type: 'date' })]));
  expect(line?.points.map(({ x }) => Math.round(x))).toEqual([0, 1, 50, 100]);
  expect(line?.isConnected).toBe(true);
});

test('equal numbers are a flat line', () => {
  const rows: FigureData['rows'] = ['a', 'b', 'c', 'd'].map((label) => [label, 2]);
  expect(findSparkline(articleOf([chartOf(rows)]))?.points.map(({ y }) => y)).toEqual([24, 24, 24, 24]);
});
