import { expect, test } from 'vitest';
import type { FigureData } from '../library/figure-data.ts';
import { findSparkline, stackBars } from './sparkline.ts';

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

const articleOf = (charts?: FigureData[], value?: string) => ({
  slug: 'x',
  finding: value === undefined ? null : { value, text: 'is the finding.', sectionId: null },
  body: { markdown: '', html: '', spans: [], ...(charts && { charts }) },
});

const series = chartOf([
  ['a', 10],
  ['b', 20],
  ['c', 15],
  ['d', 30],
]);

test('the numbers of the first chart that is one series are drawn from zero', () => {
  const grouped = chartOf(
    [
      ['a', 1],
      ['a', 2],
      ['b', 3],
      ['b', 4],
    ],
    { label: 'fig:groups' },
  );
  expect(findSparkline(articleOf([grouped, series]))).toEqual({
    points: [
      { x: 0, y: 21.3 },
      { x: 66.7, y: 10.7 },
      { x: 133.3, y: 16 },
      { x: 200, y: 0 },
    ],
    zero: 32,
    isConnected: false,
    marked: 3,
    path: '/articles/x#fig%3Aa',
  });
});

test('the chart and the column that have the number of the finding are chosen, and it is marked', () => {
  const copies = { name: 'copies', type: 'number', unit: null } as const;
  const share = { name: 'share', type: 'number', unit: '%' } as const;
  const [label = share] = series.columns;
  const rows = [0, 1, 2, 3].map((at) => [`${at} months`, 28 - at, 1240.5 + at]);
  const second = { ...series, label: 'fig:b', columns: [label, copies, share], rows };
  const line = findSparkline(articleOf([series, second], '1,241.5 %'));
  expect(line).toMatchObject({ marked: 1, path: '/articles/x#fig%3Ab' });
  // If no column has it, the one with a unit is what the chart draws.
  expect(findSparkline(articleOf([second]))?.points.map(({ y }) => y)).toEqual([0.1, 0.1, 0, 0]);
});

test('numbers below zero are drawn below it', () => {
  const rows: FigureData['rows'] = [10, -10, 0, 30].map((value, at) => [`${at}`, value]);
  expect(findSparkline(articleOf([chartOf(rows)]))).toMatchObject({
    zero: 24,
    points: [{ y: 16 }, { y: 32 }, { y: 24 }, { y: 0 }],
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
  expect(line?.points.map(({ x }) => Math.round(x))).toEqual([0, 1, 100, 200]);
  expect(line?.isConnected).toBe(true);
});

test('equal numbers are a flat line', () => {
  const rows: FigureData['rows'] = ['a', 'b', 'c', 'd'].map((label) => [label, 2]);
  expect(findSparkline(articleOf([chartOf(rows)]))?.points.map(({ y }) => y)).toEqual([0, 0, 0, 0]);
});

test('stacked bars carry their sums, of many only the highest', () => {
  const { bars, sums, most } = stackBars([
    [10, 0],
    [30, 20],
  ]);
  expect(most).toBe(40);
  expect(bars.map(({ y, height, series }) => [y, height, series])).toEqual([
    [75, 25, 0],
    [0, 75, 1],
    [50, 50, 1],
  ]);
  expect(sums).toEqual([
    { x: 20, y: 0, value: 40 },
    { x: 70, y: 50, value: 20 },
  ]);
  const weeks = Array.from({ length: 53 }, (_, at) => at);
  expect(stackBars([weeks]).sums.map(({ value }) => value)).toEqual([52]);
});
