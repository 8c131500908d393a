import { describe, expect, it } from 'vitest';
import { findOverlaps, findStruck, readGeometry } from '../../../tests/support/chart-geometry.ts';
import { withoutMemo } from '../../library/part-cache.ts';
import { en } from '../../words/en.ts';
import { readChart } from './chart.ts';
import { listChartFiles } from './chart-files.ts';
import type { Chart } from './plan.ts';
import { renderChart } from './render-chart.ts';
import { toPng } from './standalone.ts';
import { measureText } from './text-width.ts';

const place = { source: 'A study. Quire. https://quire.example/articles/a', language: null };

interface Said {
  rule: string;
  at: number;
  message: string;
}

async function draw(spec: object, language = 'en'): Promise<{ chart: Chart | undefined; said: Said[] }> {
  const said: Said[] = [];
  const chart = await readChart(JSON.stringify(spec), {
    id: 'drawn',
    label: 'fig:drawn',
    writer: { language },
    memo: withoutMemo,
    readData: async (name) => ({ missing: `${name} is missing` }),
    report: (rule, at, message) => void said.push({ rule, at, message }),
  });
  return { chart, said };
}

async function drawn(spec: object, language = 'en'): Promise<Chart> {
  const { chart, said } = await draw(spec, language);
  if (!chart) throw new Error(said.map(({ message }) => message).join('\n'));
  return chart;
}

const rows = [
  { kind: 'Finance & trade', share: 23.3, low: 17.2, high: 30.8, when: 'before' },
  { kind: 'Shops', share: 46, low: 37.8, high: 54.7, when: 'before' },
  { kind: 'Agencies', share: 48.1, low: 38.8, high: 57.5, when: 'after' },
];
const facts = { title: 'What was found', description: 'What it "shows" & tells.', data: { values: rows } };
const months = Array.from({ length: 24 }, (_, at) => ({
  month: `${2024 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`,
  names: 25 + at * at,
}));
const series = { ...facts, data: { values: months }, label: 'month', value: 'names' };
const forms = {
  bar: { ...facts, form: 'bar', label: 'kind', value: 'share' },
  grouped: { ...facts, form: 'grouped', label: 'kind', value: 'share', group: 'when' },
  line: { ...series, form: 'line' },
  dot: { ...facts, form: 'dot', label: 'kind', value: 'share', low: 'low', high: 'high', unit: '%' },
  histogram: { ...series, form: 'histogram', value: 'names' },
  multiples: {
    ...series,
    form: 'multiples',
    group: 'group',
    data: { values: months.map((row, at) => ({ ...row, group: at < 12 ? 'a' : 'b' })) },
  },
};
/** Panels of a scale from 0 to 6, with as many values and as steep as those of an article. */
const panels = {
  ...facts,
  form: 'multiples',
  label: 'occurrences',
  value: 'factor',
  group: 'k1',
  data: {
    values: [0, 0.5, 1.2, 10].flatMap((k1) =>
      [1, 2, 3, 4, 5, 6, 7, 8].map((n) => ({ occurrences: n, factor: (n * (k1 + 1)) / (n + k1), k1: `k1 = ${k1}` })),
    ),
  },
};
const medians = [6.5, 16.9, 36.4, 54.3, 62.4, 73.7, 85.7];
const ages = {
  ...facts,
  form: 'line',
  label: 'age in months',
  value: 'median',
  unit: '%',
  data: { values: [1, 3, 6, 9, 12, 18, 24].map((age, at) => ({ 'age in months': age, median: medians[at] })) },
};
const few = {
  ...facts,
  form: 'line',
  label: 'when',
  value: 'share',
  group: 'kind',
  unit: '%',
  data: {
    values: [
      { kind: 'Finance', when: 'before', share: 23.4 },
      { kind: 'Finance', when: 'after', share: 1046.5 },
      { kind: 'Shops', when: 'before', share: 48.1 },
      { kind: 'Shops', when: 'after', share: 0.5 },
    ],
  },
};
const marksOf = (svg: string) => [...svg.matchAll(/ data-v="([^"]*)"/g)].map(([, words = '']) => words);

describe.each(Object.entries(forms))('the form %s', (_, spec) => {
  it('is one picture of each width, with one description and nothing that is cut off or fetched', async () => {
    const { svgs } = await drawn(spec);
    for (const [index, width] of [640, 358].entries()) {
      const svg = svgs[index] ?? '';
      expect(svg).toMatch(/^<svg [^>]*role="img" aria-label="What it &quot;shows&quot; &amp; tells\."/);
      expect(Number(/ width="([\d.]+)"/.exec(svg)?.[1])).toBeLessThanOrEqual(width);
      expect(svg.match(/aria-|role=/g)).toHaveLength(2);
      expect(svg).not.toMatch(/href|url\((?!#drawn-)|<script|NaN|undefined/);
    }
  });

  it('says each row once, at its mark', async () => {
    const { svgs, rows: numbers } = await drawn(spec);
    for (const svg of svgs) expect(marksOf(svg)).toHaveLength(numbers.length);
  });

  it('is written at 13 pixels throughout and in colours of the page', async () => {
    for (const svg of (await drawn(spec)).svgs) {
      expect(svg).not.toMatch(/font-size/);
      expect(
        [...svg.matchAll(/(?:fill|stroke)="([^"]*)"/g)]
          .map(([, paint = '']) => paint)
          .filter((paint) => !/^(?:none|transparent|var\(--chart-[\w]+\))$/.test(paint)),
      ).toEqual([]);
    }
  });
});

describe('the axes', () => {
  const numbersOf = (svg: string) => readGeometry(svg).texts.filter(({ isBold }) => !isBold);
  const isInside = (width: number) => (text: { left: number; right: number }) => text.left >= 0 && text.right <= width;

  it('of small multiples have a number at each line of the first column, and several under each column', async () => {
    for (const [index, svg] of (await drawn(panels)).svgs.entries()) {
      const numbers = numbersOf(svg);
      const first = numbers.filter(({ text }) => text === '0');
      expect(first.map(({ text }) => text)).toEqual(['0', '0']);
      const scale = numbers.filter(({ right }) => Math.abs(right - (first[0]?.right ?? 0)) < 0.1);
      expect(scale.map(({ text }) => text)).toEqual(['0', '2', '4', '6', '0', '2', '4', '6']);
      const under = numbers.filter((one) => !scale.includes(one));
      expect(under.map(({ text }) => text)).toEqual([...'12345678', 'occurrences', ...'12345678', 'occurrences']);
      const all = readGeometry(svg);
      expect(findOverlaps(all)).toEqual([]);
      expect(all.texts.filter((text) => !isInside([640, 358][index] ?? 0)(text))).toEqual([]);
    }
  });

  it('of small multiples that leave a place empty are under each of them', async () => {
    const values = panels.data.values.filter(({ k1 }) => k1 !== 'k1 = 10');
    for (const svg of (await drawn({ ...panels, data: { values } })).svgs.slice(1))
      expect(numbersOf(svg).filter(({ text }) => text === 'occurrences')).toHaveLength(3);
  });

  it('of months name two at least in every panel', async () => {
    const values = months.slice(1).flatMap((row) => ['a', 'b', 'c'].map((group) => ({ ...row, group })));
    for (const svg of (await drawn({ ...forms.multiples, data: { values } })).svgs) {
      const said = numbersOf(svg).map(({ text }) => text);
      expect(said.filter((text) => text === 'Feb 2024')).toHaveLength(
        said.filter((text) => text === 'Dec 2025').length,
      );
      expect(said).toContain('Feb 2024');
      expect(findOverlaps(readGeometry(svg))).toEqual([]);
    }
  });

  it('name their unit: per cent at each number, and what is counted along the foot', async () => {
    const { svgs } = await drawn(ages);
    for (const svg of svgs) {
      const said = numbersOf(svg).map(({ text }) => text);
      expect(said).toEqual(expect.arrayContaining(['age in months', '0\u00A0%', '100\u00A0%', '12', '24']));
      expect(findOverlaps(readGeometry(svg))).toEqual([]);
    }
    const [histogram = ''] = (await drawn({ ...forms.histogram, unit: 'days' })).svgs;
    expect(numbersOf(histogram).map(({ text }) => text)).toContain('names (days)');
  });

  it('are written in the language of the publication', async () => {
    const half = { ...ages, data: { values: ages.data.values.map((row, at) => ({ ...row, median: at / 4 })) } };
    const [svg = ''] = (await drawn(half, 'de')).svgs;
    expect(numbersOf(svg).map(({ text }) => text)).toEqual(expect.arrayContaining(['0,0\u00A0%', '0,5\u00A0%']));
  });

  it('are dates in that language too, and numbers that a Vega-Lite chart leaves to Vega', async () => {
    const values = [0, 1, 2, 3].map((month) => ({ when: `2024-0${month + 2}`, much: 2_000 * month }));
    const short = { ...facts, form: 'line', data: { values }, label: 'when', value: 'much' };
    const full = {
      ...facts,
      data: { values },
      mark: 'line',
      encoding: { x: { field: 'when', type: 'temporal' }, y: { field: 'much', type: 'quantitative' } },
    };
    expect((await drawn(short, 'de')).svgs.join()).toMatch(/>Mai 2024</);
    const inGerman = (await drawn(full, 'de')).svgs.join();
    expect(inGerman).toMatch(/>6\.000</);
    expect(inGerman).toMatch(/>Mär \d/);
    expect((await drawn(full)).svgs.join()).toMatch(/>6,000</);
  });
});

/** Where each mark with a value is, and each text, by the middle of its height. */
function middles(svg: string): { bars: number[]; lines: number[]; texts: number[] } {
  const bars = [...svg.matchAll(/ data-v="[^"]*" d="M[-\d.]+,([\d.]+)h[-\d.]+v([\d.]+)h/g)].map(
    ([, top, height]) => Number(top) + Number(height) / 2,
  );
  const lines = [
    ...svg.matchAll(/<line transform="translate\([-\d.]+,([\d.]+)\)" x2="[\d.]+" y2="0" stroke="var\(--chart-1/g),
  ];
  const texts = [...svg.matchAll(/<text paint-order[^>]*translate\([-\d.]+,([\d.]+)\)/g)];
  return { bars, lines: lines.map(([, y]) => Number(y)), texts: texts.map(([, y]) => Number(y) - 4) };
}

describe('odd data', () => {
  const textsOf = (svg: string) => readGeometry(svg).texts.map(({ text }) => text);
  const bars = (values: object[]) => ({ ...forms.bar, data: { values } });
  const line = (values: object[]) => ({ ...facts, form: 'line', label: 'when', value: 'n', data: { values } });
  const days = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      when: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
      n: at,
    }));

  it.each([
    ['a word longer than its line', 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'],
    ['a sentence without spaces', '日本語のとても長いラベルがここにあります'],
  ])('breaks %s in the names of bars', async (_, kind) => {
    for (const [at, svg] of (
      await drawn(
        bars([
          { kind, share: 5 },
          { kind: 'b', share: 3 },
        ]),
      )
    ).svgs.entries()) {
      const { texts } = readGeometry(svg);
      expect(texts.length).toBeGreaterThanOrEqual(4);
      expect(Number(/ width="([\d.]+)"/.exec(svg)?.[1])).toBeLessThanOrEqual([640, 358][at] ?? 0);
      expect(Math.max(...texts.map(({ left, right }) => right - left))).toBeLessThanOrEqual([222, 120][at] ?? 0);
    }
  });

  it('keeps apart the rows of two names with the same beginning', async () => {
    const begin = 'A label that continues and continues about what it names until no reader remembers what it was';
    const { svgs } = await drawn(
      bars([
        { kind: begin, share: 5 },
        { kind: `${begin} in the year after`, share: 3 },
      ]),
    );
    for (const svg of svgs) expect(new Set(middles(svg).bars).size).toBe(2);
  });

  it('writes years as years, in the axis and in the table', async () => {
    const chart = await drawn(line([2019, 2020, 2021].map((when, at) => ({ when, n: 1000 + at }))));
    for (const svg of chart.svgs) expect(textsOf(svg)).toEqual(expect.arrayContaining(['2019', '2021', '1,000']));
    const frame = { name: 'Figure 1', url: '/a', canCite: false, room: undefined, words: en.text };
    const html = renderChart(chart, { ...frame, writer: { language: 'en' }, set: (text) => text });
    expect(html).toContain('<td class="align-right">2019</td><td class="align-right">1,000</td>');
  });

  it('writes small numbers with digits that say more than zero', async () => {
    const { svgs } = await drawn(
      bars([
        { kind: 'a', share: 0.000000001 },
        { kind: 'b', share: '2.5e-9' },
      ]),
    );
    for (const svg of svgs) expect(textsOf(svg)).toEqual(expect.arrayContaining(['0.0000000010', '0.0000000025']));
  });

  it.each([3, 12, 40, 100])('names every tick of %i days otherwise, and their year once', async (count) => {
    for (const svg of (await drawn(line(days(count)))).svgs) {
      const said = textsOf(svg);
      expect(said).toEqual(expect.arrayContaining(['1 Jan', '2026']));
      const ticks = said.filter((text) => /[JFMA][a-z]{2}$/.test(text));
      expect(new Set(ticks).size).toBe(ticks.length);
      expect(said.filter((text) => text === '2026')).toHaveLength(1);
    }
    expect(textsOf((await drawn(line(days(count)), 'de')).svgs[0] ?? '')).toContain('1. Jan');
  });

  /** A value each hour from five o'clock on, in the zone of Zurich. */
  const hours = (count: number) =>
    Array.from({ length: count }, (_, at) => {
      const local = new Date(Date.UTC(2026, 7, 1, 7 + at)).toISOString();
      return { when: local.replace('.000Z', '+02:00'), n: 10 + (at % 7) };
    });

  it('writes times of day in UTC, with hours along a few days and days along more', async () => {
    const day = await drawn({ ...line(hours(13)), highlight: '2026-08-01T12:00+02:00' });
    expect(day.columns[0]).toMatchObject({ name: 'when', type: 'date' });
    expect(day.rows.map(([when]) => when)).toContain('2026-08-01T10:00Z');
    expect(day.svgs[0]).toContain('data-v="1 August 2026 at 10:00 UTC: 15"');
    for (const svg of day.svgs)
      expect(textsOf(svg)).toEqual(expect.arrayContaining(['12:00', '1 August 2026 (UTC)', '15']));
    const [days = ''] = (await drawn(line(hours(60)))).svgs;
    expect(textsOf(days)).toEqual(expect.arrayContaining(['2 Aug', '12:00', '3 Aug', '2026 (UTC)']));
    const [weeks = ''] = (await drawn(line(hours(24 * 9)))).svgs;
    expect(textsOf(weeks)).toEqual(expect.arrayContaining(['2 Aug', '4 Aug', '2026 (UTC)']));
    expect(textsOf(weeks).join()).not.toContain(':');
  });

  it('writes all times with the precision of the finest, and takes a day among them for its midnight', async () => {
    const times = ['2026-08-01', '2026-08-01 06:30:15Z', '2026-08-01T23:00-01:00'];
    const { rows } = await drawn(line(times.map((when, n) => ({ when, n }))));
    expect(rows.map(([when]) => when)).toEqual([
      '2026-08-01T00:00:00Z',
      '2026-08-01T06:30:15Z',
      '2026-08-02T00:00:00Z',
    ]);
  });

  it('has the days and times of a Vega-Lite chart in its table, and hours from 0 to 24 along its axis', async () => {
    const encoding = { x: { field: 'when', type: 'temporal' }, y: { field: 'n', type: 'quantitative' } };
    for (const language of ['en', 'de']) {
      const chart = await drawn({ ...facts, mark: 'line', encoding, data: { values: hours(13) } }, language);
      expect(chart.rows[0]).toEqual(['2026-08-01T05:00Z', 10]);
      expect(textsOf(chart.svgs[0] ?? '')).toContain('15:00');
    }
    const days = [1, 3].map((day) => ({ when: `2026-08-0${day}`, n: day }));
    const { columns, rows } = await drawn({ ...facts, mark: 'line', encoding, data: { values: days } });
    expect(columns[0]).toMatchObject({ name: 'when', type: 'date' });
    expect(rows).toEqual([
      ['2026-08-01', 1],
      ['2026-08-03', 3],
    ]);
  });

  it('names each of a few months once, and no two in one place', async () => {
    for (const months of [
      ['2026-01', '2026-02', '2026-03'],
      ['2020-01', '2020-03', '2020-12'],
    ])
      for (const svg of (await drawn(line(months.map((when, n) => ({ when, n }))))).svgs) {
        const named = readGeometry(svg).texts.filter(({ text }) => / 20/.test(text));
        expect(named.length).toBeGreaterThan(1);
        expect(new Set(named.map(({ text }) => text)).size).toBe(named.length);
        for (const [at, { left }] of named.entries())
          if (at > 0) expect(left - (named[at - 1]?.right ?? 0)).toBeGreaterThan(4);
      }
  });

  it('has interval and number of a grouped bar at the middle of the bar', async () => {
    const values = ['a', 'b'].flatMap((kind) =>
      ['x', 'y', 'z'].map((when) => ({ kind, when, share: 10, low: 5, high: 20 })),
    );
    for (const svg of (await drawn({ ...forms.grouped, data: { values }, low: 'low', high: 'high' })).svgs) {
      const { bars: at, lines, texts } = middles(svg);
      expect(at).toHaveLength(6);
      for (const places of [lines, texts])
        expect(places.map((place, index) => Math.abs(place - (at[index] ?? 0)) < 1)).toEqual(at.map(() => true));
    }
  });

  it('has no legend for more lines than there are colours, because each has its name at its end', async () => {
    const values = [...'abcdef'].flatMap((kind, at) => [1, 2].map((when) => ({ kind, when, n: at * when })));
    expect((await drawn({ ...line(values), group: 'kind' })).legend).toEqual([]);
  });

  it('counts in whole numbers at the axis of a histogram', async () => {
    const { svgs } = await drawn({ ...facts, form: 'histogram', value: 'n', data: { values: [{ n: 4 }] } });
    for (const svg of svgs) expect(textsOf(svg)).toEqual(expect.arrayContaining(['0', '1']));
    for (const svg of svgs) expect(textsOf(svg).join(' ')).not.toMatch(/[01]\.[05]/);
  });

  it('names the edges of the bars of a histogram, if there is room', async () => {
    const values = [23.4, 1046.5, 48.1, 0.5].map((n) => ({ n }));
    const { svgs } = await drawn({ ...facts, form: 'histogram', value: 'n', step: 500, data: { values } });
    for (const svg of svgs) expect(textsOf(svg)).toEqual(expect.arrayContaining(['0', '500', '1,000', '1,500']));
    for (const svg of svgs) expect(textsOf(svg)).not.toContain('200');
  });

  it('has a dot at zero apart from its label', async () => {
    const values = [
      { kind: 'None at all', share: 0 },
      { kind: 'Some', share: 10 },
    ];
    for (const svg of (await drawn({ ...facts, form: 'dot', label: 'kind', value: 'share', data: { values } })).svgs) {
      const [, origin = 0] = /<g [^>]*transform="translate\(([\d.]+),/.exec(svg) ?? [];
      const label = readGeometry(svg).texts.find(({ text }) => text === 'None at all');
      const dotRadius = Math.sqrt(90 / Math.PI);
      expect(Number(origin) - dotRadius - (label?.right ?? 0)).toBeGreaterThan(6);
    }
  });

  it('stands the bars of small multiples at their days, and draws the days that a Vega-Lite scale begins and ends with', async () => {
    const { svgs } = await drawn({ ...forms.multiples, mark: 'bar' });
    const full = {
      ...facts,
      data: { values: months.slice(0, 3) },
      mark: 'point',
      encoding: {
        x: { field: 'month', type: 'temporal', scale: { domain: ['2024-01-01', '2024-03-01'] } },
        y: { field: 'names', type: 'quantitative' },
      },
    };
    for (const svg of svgs) {
      const lefts = [...svg.matchAll(/ data-v="[^"]*" d="M([-\d.]+),/g)].map(([, left]) => Number(left));
      for (const [at, left] of lefts.entries()) if (at % 12 > 0) expect(left).toBeGreaterThan((lefts[at - 1] ?? 0) + 5);
      expect(lefts).toHaveLength(24);
    }
    const places = [
      ...((await drawn(full)).svgs[0] ?? '').matchAll(/ data-v="[^"]*" transform="translate\(([\d.]+),/g),
    ];
    expect(places.map(([, x]) => Number(x) > 100)).toEqual([false, true, true]);
  });

  it.each(['bar', 'dot'])('has an interval on both sides of zero beside the labels, in the form %s', async (form) => {
    const values = [
      { kind: 'None at all', share: 0.5, low: -4, high: 5 },
      { kind: 'Some', share: 10, low: 8, high: 12 },
    ];
    for (const svg of (
      await drawn({ ...facts, form, label: 'kind', value: 'share', low: 'low', high: 'high', data: { values } })
    ).svgs) {
      const labels = readGeometry(svg).texts.filter(({ text }) => text.startsWith('None') || text === 'Some');
      const [first] = [
        ...svg.matchAll(
          /<line transform="translate\(([-\d.]+),[-\d.]+\)" x2="([-\d.]+)" y2="0" stroke="var\(--chart-1\)"/g,
        ),
      ];
      const [, origin = 0] = /<g [^>]*transform="translate\(([\d.]+),/.exec(svg) ?? [];
      const ends = [Number(first?.[1]), Number(first?.[1]) + Number(first?.[2])].map((x) => x + Number(origin));
      expect(Math.min(...ends)).toBeGreaterThan(Math.max(...labels.map(({ right }) => right)));
    }
  });

  it('keeps the order of rows of which some have no interval', async () => {
    const values = [...'abcd'].map((kind, at) => ({ kind, share: 9 - at, ...(at % 2 && { low: 1, high: 9 }) }));
    for (const svg of (await drawn({ ...forms.dot, data: { values } })).svgs) {
      const rows = readGeometry(svg).texts.filter(({ text }) => /^[a-d]$/.test(text));
      expect(rows.toSorted((a, b) => a.top - b.top).map(({ text }) => text)).toEqual([...'abcd']);
    }
  });

  it('has dots far from zero on a scale of their own, and bars on one from zero', async () => {
    const values = [0, 1, 2].map((at) => ({
      kind: `series ${at}`,
      share: 299_700 + 20 * at,
      low: 299_690 + 20 * at,
      high: 299_712 + 20 * at,
    }));
    const across = async (form: string) => {
      const [svg = ''] = (await drawn({ ...forms.dot, form, unit: 'km/s', data: { values } })).svgs;
      const texts = readGeometry(svg).texts.filter(({ text }) => /^299,7/.test(text));
      const lefts = texts.filter(({ bottom }) => bottom < 90).map(({ left }) => left);
      return Math.max(...lefts) - Math.min(...lefts);
    };
    expect(await across('dot')).toBeGreaterThan(200);
    expect(await across('bar')).toBeLessThan(2);
  });

  it('names the group at each bar of more groups than there are colours', async () => {
    const values = [...'abcdef'].flatMap((when, at) => ['x', 'y'].map((kind) => ({ kind, when, share: 1 + at })));
    const chart = await drawn({ ...forms.grouped, data: { values } });
    expect(chart.legend).toEqual([]);
    for (const svg of chart.svgs) expect(textsOf(svg)).toEqual(expect.arrayContaining(['a 1', 'f 6']));
    const long = values.map((row) => ({ ...row, when: `A group with a name of many letters ${row.when}` }));
    for (const [at, svg] of (await drawn({ ...forms.grouped, data: { values: long } })).svgs.entries())
      for (const { right } of readGeometry(svg).texts) expect(right).toBeLessThanOrEqual([640, 358][at] ?? 0);
  });

  it('has the lines of a long label around the middle of its bar', async () => {
    const kind = 'A label of a few more words than there is room for in one line, and then some more of them';
    const values = [
      { kind, share: 3 },
      { kind: 'Short', share: 2 },
      { kind: 'Two lines at least of this one here', share: 2 },
    ];
    for (const svg of (await drawn(bars(values))).svgs) {
      const labels = [
        ...svg.matchAll(
          /<text text-anchor="end" transform="translate\([-\d.]+,([\d.]+)\)"[^>]*>(?:<tspan>)?(.*?)<\/text>/g,
        ),
      ];
      const centres = labels.map(
        ([, y, inside = '']) => Number(y) - 4 + (15 * (inside.split('<tspan').length - 1)) / 2,
      );
      expect(centres.length).toBe(3);
      for (const [at, centre] of centres.entries())
        expect(Math.abs(centre - (middles(svg).bars[at] ?? 0))).toBeLessThan(2);
    }
  });

  it.each(['line', 'multiples'])('does not cross a row without a value, in the form %s', async (form) => {
    const values = [1, 2, null, 4, null, 6, 7].map((n, at) => ({ when: `2026-0${at + 1}`, n, kind: 'a' }));
    for (const svg of (await drawn({ ...line(values), form, group: 'kind' })).svgs) {
      const drawnLines = readGeometry(svg).lines.filter(({ isSeries, points }) => isSeries && points.length > 0);
      expect(drawnLines.map(({ points }) => points.length)).toEqual([2, 1, 2]);
      expect(svg.match(/<path transform="[^"]*" d="M2.7,0A[^>]* fill="var\(--chart-1\)"/g)).toHaveLength(5);
    }
  });

  it('draws lines from left to right, in whichever order their rows are', async () => {
    const values = [5, 4, 3, 2, 1].flatMap((month) =>
      ['a', 'b'].map((kind) => ({ when: `2026-0${month}`, n: kind === 'a' ? month : 9, kind })),
    );
    for (const svg of (await drawn({ ...line(values), group: 'kind' })).svgs) {
      const names = readGeometry(svg).texts.filter(({ text }) => /^(?:[ab]|a 5|b 9)$/.test(text));
      expect(names).toHaveLength(2);
      for (const { left } of names) expect(left).toBeGreaterThan(200);
    }
  });

  it('has small multiples as wide as the picture, even if they are one or two', async () => {
    for (const count of [1, 2, 3, 5])
      for (const [at, svg] of (
        await drawn({
          ...forms.multiples,
          data: {
            values: months.flatMap((row) =>
              Array.from({ length: count }, (_, group) => ({
                ...row,
                group: `${'Donaudampfschifffahrtsgesellschaften'.repeat(group)} ${group}`,
              })),
            ),
          },
        })
      ).svgs.entries()) {
        const width = Number(/ width="([\d.]+)"/.exec(svg)?.[1]);
        expect(width).toBeGreaterThan([600, 340][at] ?? 0);
        for (const { right } of readGeometry(svg).texts) expect(right).toBeLessThanOrEqual([640, 358][at] ?? 0);
      }
  });

  it('writes a sum of binary fractions with the digits that were added', async () => {
    const { svgs } = await drawn(
      bars([
        { kind: 'a', share: 0.1 + 0.2 },
        { kind: 'b', share: 2.5 },
      ]),
    );
    for (const svg of svgs) expect(textsOf(svg)).toEqual(expect.arrayContaining(['0.3', '2.5']));
  });

  it('breaks the names of small multiples, and has the number under a bar that hangs from zero', async () => {
    const values = [1, 2, 3].flatMap((group) =>
      [1, 2].map((when) => ({ when, n: -3, group: `A country with a very long official name ${group}` })),
    );
    const { svgs } = await drawn({ ...forms.multiples, mark: 'bar', label: 'when', value: 'n', data: { values } });
    for (const [at, svg] of svgs.entries()) {
      const { texts } = readGeometry(svg);
      expect(findOverlaps({ texts, lines: [] })).toEqual([]);
      expect(Number(/ width="([\d.]+)"/.exec(svg)?.[1])).toBeLessThanOrEqual([640, 358][at] ?? 0);
      const { bars: places, texts: numbers } = middles(svg);
      expect(Math.min(...numbers)).toBeGreaterThan(Math.min(...places));
    }
  });

  it('names the gradient of a legend after its picture, because the first of one name on a page may be hidden', async () => {
    const { svgs } = await drawn({
      ...facts,
      mark: 'rect',
      encoding: { x: { field: 'kind', type: 'nominal' }, color: { field: 'share', type: 'quantitative' } },
    });
    const ids = svgs.flatMap((svg) => [...svg.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
    expect(ids).toEqual(['drawn-640-gradient_0', 'drawn-358-gradient_0']);
    for (const [at, svg] of svgs.entries()) expect(svg).toContain(`url(#${ids[at]})`);
  });

  it('lays the names under a Vega-Lite chart where they have room, and leaves out those that would overlap', async () => {
    const columns = (names: readonly string[]) => ({
      ...facts,
      data: { values: names.map((kind, at) => ({ kind, share: at })) },
      mark: 'bar',
      encoding: { x: { field: 'kind', type: 'nominal' }, y: { field: 'share', type: 'quantitative' } },
    });
    for (const svg of (await drawn(columns(['a', 'b', 'c']))).svgs) expect(svg).not.toContain('rotate(270)translate');
    const [, narrow = ''] = (await drawn(columns(Array.from({ length: 60 }, (_, at) => `n${at}`)))).svgs;
    expect(textsOf(narrow).filter((text) => text.startsWith('n')).length).toBeLessThan(31);
  });
});

describe('the text at a value', () => {
  it('is not struck through by its line, nor by the line of zero', async () => {
    for (const spec of [ages, { ...ages, highlight: ['6', '12'] }, forms.line, few, panels])
      for (const svg of (await drawn(spec)).svgs) {
        const geometry = readGeometry(svg);
        expect(findStruck(geometry)).toEqual([]);
        const zero = Math.max(...geometry.lines.flatMap(({ points }) => points.map(([, y]) => y)));
        const low = geometry.texts.filter(({ isBold, top, bottom }) => isBold && top < zero && bottom > zero - 1);
        expect(low).toEqual([]);
      }
  });

  it('has a halo in the colour of the page, so that a grid line ends before it, in the page and in a file', async () => {
    for (const spec of Object.values(forms)) {
      const chart = await drawn(spec);
      const values = chart.svgs.flatMap(
        (svg) => svg.match(/<text [^>]*fill="var\(--chart-ink\)"[^>]*>(?=[\d.,]+(?:\u00A0%)?<)/g) ?? [],
      );
      expect(values.length).toBeGreaterThan(0);
      for (const text of values) {
        expect(text).toContain(' stroke="var(--chart-paper)"');
        expect(text).toContain(' paint-order="stroke"');
      }
      const [svg, , png] = await Promise.all(
        listChartFiles(chart, place, { language: 'en', memo: withoutMemo }).map(({ make }) => make()),
      );
      expect(svg).toContain(' stroke="#f5f7f4"');
      expect(png).toBeInstanceOf(Uint8Array);
    }
  });
});

describe('the names of lines', () => {
  const ends = (names: readonly string[], lasts: readonly number[]) => ({
    ...few,
    data: {
      values: names.flatMap((kind, at) => [
        { kind, when: 'before', share: 10 * at },
        { kind, when: 'after', share: lasts[at] },
      ]),
    },
  });
  const long = ['Infrastructure and developer tools', 'Artificial intelligence and data', 'Finance and trade'];

  it.each([
    ['far apart', few, ['Finance', 'Shops']],
    ['close together', ends(['Finance', 'Shops'], [20, 20.4]), ['Finance', 'Shops']],
    ['all at the top', ends([...'abcdef'], [50, 50, 50, 50, 50, 50]), [...'abcdef']],
    ['all at the bottom', ends([...'abcdef'], [0, 0, 0, 0, 0, 50]), [...'abcdef']],
    ['long', ends(long, [30, 30.2, 0]), ['Infrastructure', 'intelligence', 'Finance and']],
    [
      'many',
      ends(
        [...'abcdefghijklmnop'],
        [...'abcdefghijklmnop'].map((_, at) => at),
      ),
      [...'abcdefghijklmnop'],
    ],
  ])('are at their ends on every screen where they are %s', async (_, spec, names) => {
    for (const [index, svg] of (await drawn(spec)).svgs.entries()) {
      const geometry = readGeometry(svg);
      const said = geometry.texts.map(({ text }) => text).join(' ');
      for (const name of names) expect(said).toContain(name);
      expect(findOverlaps(geometry)).toEqual([]);
      const height = Number(/ height="([\d.]+)"/.exec(svg)?.[1]);
      const outside = geometry.texts.filter(
        ({ left, right, top, bottom }) => left < 0 || right > ([640, 358][index] ?? 0) || top < 0 || bottom > height,
      );
      expect(outside).toEqual([]);
    }
  });
});

describe('a chart', () => {
  it('is the same bytes twice and in every time zone', async () => {
    const zone = process.env.TZ;
    const temporal = {
      ...facts,
      data: { values: months },
      mark: 'line',
      encoding: {
        x: { field: 'month', type: 'temporal', timeUnit: 'yearmonth' },
        y: { field: 'names', type: 'quantitative' },
      },
    };
    const inZone = async (name: string) => {
      process.env.TZ = name;
      return [await drawn(forms.line), await drawn(temporal)].flatMap(({ svgs }) => svgs);
    };
    try {
      const [utc, west, east] = [
        await inZone('UTC'),
        await inZone('America/Los_Angeles'),
        await inZone('Pacific/Auckland'),
      ];
      expect(west).toEqual(utc);
      expect(east).toEqual(utc);
      expect(await inZone('UTC')).toEqual(utc);
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it('says value, unit and interval at a mark in the language of the publication', async () => {
    expect(marksOf((await drawn(forms.dot)).svgs[0] ?? '')[1]).toBe('Shops: 46.0\u00A0% (37.8\u00A0% – 54.7\u00A0%)');
    expect(marksOf((await drawn(forms.dot, 'de')).svgs[0] ?? '')[0]).toContain('23,3\u00A0%');
  });

  it('names the column of a number at a mark, which alone would not say what it counts', async () => {
    const values = [1, 2].map((occurrences) => ({ occurrences, factor: 1 / occurrences }));
    const { svgs } = await drawn({
      ...forms.line,
      data: { values },
      label: 'occurrences',
      value: 'factor',
      unit: undefined,
      group: undefined,
    });
    expect(marksOf(svgs[0] ?? '')).toEqual(['occurrences 1: 1.0', 'occurrences 2: 0.5']);
  });

  it('leads with what is asked for: rows in their order, one of them in the first colour', async () => {
    const chart = await drawn({ ...forms.bar, sort: 'descending', highlight: 'Shops' });
    expect(chart.rows.map(([kind]) => kind)).toEqual(['Agencies', 'Shops', 'Finance & trade']);
    const fills = [...(chart.svgs[0] ?? '').matchAll(/data-v="(\w+)[^>]*fill="([^"]*)"/g)].map(
      ([, kind, fill]) => `${kind} ${fill}`,
    );
    expect(fills).toEqual(['Agencies var(--chart-2)', 'Shops var(--chart-1)', 'Finance var(--chart-2)']);
  });

  it('has the rows of small multiples, and not those of their heads', async () => {
    const spec = {
      ...facts,
      mark: 'point',
      encoding: {
        facet: { field: 'when', type: 'nominal', columns: 1 },
        x: { field: 'low', type: 'quantitative' },
        y: { field: 'share', type: 'quantitative' },
      },
    };
    const { columns, rows: drawnRows, svgs } = await drawn(spec);
    const widths = svgs.map((svg) => Number(/ width="([\d.]+)"/.exec(svg)?.[1]));
    expect(widths.map((width, at) => width > 200 && width <= ([640, 358][at] ?? 0))).toEqual([true, true]);
    expect(columns.map(({ name }) => name)).toEqual(['kind', 'share', 'low', 'high', 'when']);
    expect(drawnRows).toEqual(rows.map((row) => Object.values(row)));
  });

  it.each([
    ['with an outlier', [1, 2, 3, 4, 5, 6, 7, 8, 40], [3, 5, 7, 40]],
    ['without one', [1, 2, 3, 4, 5], [2, 3, 4, 5]],
  ])('has the five numbers of each box of a box plot %s', async (_, shares, [q1, median, q3, most]) => {
    const values = ['a', 'b'].flatMap((kind) => shares.map((share) => ({ kind, share, when: 'now' })));
    const encoding = {
      x: { field: 'share', type: 'quantitative', title: 'Share' },
      y: { field: 'kind', type: 'nominal', title: 'Kind' },
    };
    const names = ['kind', 'Min of share', 'Q1 of share', 'Median of share', 'Q3 of share', 'Max of share'];
    const box = (kind: string) => [kind, 1, q1, median, q3, most];
    const { columns, rows: boxes, svgs } = await drawn({ ...facts, data: { values }, mark: 'boxplot', encoding });
    expect(columns.map(({ name }) => name)).toEqual(names);
    expect(boxes).toEqual([box('a'), box('b')]);
    const words = box('a').map((cell, at) => `${names[at]}: ${cell}`);
    for (const svg of svgs) expect(marksOf(svg)[0]).toBe(words.join('; '));
    const facet = { field: 'when', type: 'nominal', columns: 1 };
    const faceted = await drawn({ ...facts, data: { values }, mark: 'boxplot', encoding: { ...encoding, facet } });
    expect(faceted.rows).toEqual(values.map((row) => Object.values(row)));
  });

  it('says at a mark of small multiples which of them it is in, and nothing at a mark that is in no row', async () => {
    const at = { x: { field: 'x', type: 'quantitative' }, y: { field: 'y', type: 'quantitative' } };
    const ends = { values: [3, 20].map((x) => ({ x, y: x / 2 + 3 })) };
    const values = ['I', 'II'].flatMap((set) => [4, 5].map((x) => ({ set, x, y: 2 * x })));
    const spec = {
      ...facts,
      data: { values },
      facet: { field: 'set', type: 'nominal' },
      columns: 2,
      spec: { encoding: at, layer: [{ mark: 'point' }, { mark: 'line', data: ends }] },
    };
    const { svgs, rows: numbers } = await drawn(spec);
    expect(numbers).toEqual(values.map((row) => Object.values(row)));
    for (const svg of svgs)
      expect(marksOf(svg)).toEqual(values.map(({ set, x, y }) => `set: ${set}; x: ${x}; y: ${y}`));
  });

  it('does not say twice which row of multiples a line is in', async () => {
    const encoding = {
      row: { field: 'when', type: 'nominal' },
      color: { field: 'when', type: 'nominal' },
      x: { field: 'low', type: 'quantitative' },
      y: { field: 'share', type: 'quantitative' },
    };
    const [svg = ''] = (await drawn({ ...facts, mark: 'line', encoding })).svgs;
    expect(marksOf(svg)).toEqual(['low: 38.8; share: 48.1; when: after', 'low: 17.2; share: 23.3; when: before']);
  });

  it('keeps the intervals that vega draws by chance in every run', async () => {
    const values = Array.from({ length: 30 }, (_, at) => ({ kind: at % 2 ? 'a' : 'b', v: (at * 7) % 11 }));
    const spec = {
      ...facts,
      data: { values },
      mark: { type: 'errorbar', extent: 'ci' },
      encoding: { y: { field: 'kind', type: 'nominal' }, x: { field: 'v', type: 'quantitative' } },
    };
    expect((await drawn(spec)).svgs).toEqual((await drawn(spec)).svgs);
  });

  it('shows the numbers that vega computed, where it computes', async () => {
    const spec = {
      ...facts,
      mark: 'bar',
      encoding: {
        x: { field: 'when', type: 'nominal' },
        y: { aggregate: 'mean', field: 'share', type: 'quantitative' },
      },
    };
    const { columns, rows: numbers } = await drawn(spec);
    expect(columns.map(({ name }) => name)).toEqual(['when', 'mean_share']);
    expect(numbers).toEqual([
      ['before', 34.65],
      ['after', 48.1],
    ]);
  });

  it('counts what falls into each bin, the last with both its edges', async () => {
    const values = [0, 4.9, 5, 9.9, 10].map((x) => ({ x }));
    expect((await drawn({ ...facts, form: 'histogram', value: 'x', step: 5, data: { values } })).rows).toEqual([
      [0, 5, 2],
      [5, 10, 3],
    ]);
  });

  it('turns every complaint of vega into an error of its author', async () => {
    const spec = {
      ...facts,
      mark: 'bar',
      encoding: { x: { field: 'kind', type: 'nominal' }, blue: { field: 'share' } },
    };
    const { chart, said } = await draw(spec);
    expect(chart).toBeUndefined();
    expect(said).toMatchObject([{ rule: 'chart-reads', message: expect.stringContaining('blue') }]);
  });

  it('asks for the zone of a time on an axis, in whatever form the chart is written', async () => {
    const data = {
      values: [9, 10].map((hour) => ({ when: `2026-08-01T${String(hour).padStart(2, '0')}:00`, n: hour })),
    };
    const encoding = { x: { field: 'when', type: 'temporal' }, y: { field: 'n', type: 'quantitative' } };
    const advice = '2026-08-01T09:00 in row 1, a time without a zone; write 2026-08-01T09:00Z if it is UTC';
    for (const spec of [
      { form: 'line', label: 'when', value: 'n' },
      { mark: 'line', encoding },
    ])
      expect((await draw({ ...facts, ...spec, data })).said).toMatchObject([
        { rule: 'chart-data', message: expect.stringContaining(advice) },
      ]);
  });

  it('asks for the zone of a time in an expression, which would be that of the machine', async () => {
    const ask = async (time: string) => {
      const spec = { mark: 'bar', encoding: { y: { field: 'kind' }, x: { field: 'share', type: 'quantitative' } } };
      const transform = [{ filter: `datetime("${time}") < now()` }];
      return (await draw({ ...facts, ...spec, transform })).said.map(({ message }) => message);
    };
    expect(await ask('2026-08-01T12:00')).toEqual(['The time 2026-08-01T12:00 has no zone: write 2026-08-01T12:00Z']);
    expect(await ask('2026-08-01T12:00Z')).toEqual([]);
    expect(await ask('2026-08-01')).toEqual([]);
  });

  it('reads only the data that it is given: no file and no URL', async () => {
    const lookup = { lookup: 'kind', from: { data: { url: 'file:///etc/passwd' }, key: 'kind', fields: ['x'] } };
    const spec = { ...facts, transform: [lookup], mark: 'bar', encoding: { x: { field: 'kind', type: 'nominal' } } };
    expect((await draw(spec)).said).toMatchObject([{ rule: 'chart-data', message: 'file:///etc/passwd is missing' }]);
    const picture = { ...facts, mark: { type: 'image', url: 'https://example.org/x.png' }, encoding: {} };
    expect((await draw(picture)).chart).toBeUndefined();
  });

  it('makes a picture that stands alone, in colours and with its numbers in no other form', async () => {
    const chart = await drawn(forms.dot);
    const files = listChartFiles(chart, place, { language: 'en', memo: withoutMemo });
    expect(files.map(({ ending }) => ending)).toEqual(['svg', 'csv', 'png', 'dark.png']);
    expect(files.map(({ mimeType }) => mimeType)).toEqual([
      'image/svg+xml',
      'text/csv; charset=utf-8',
      'image/png',
      'image/png',
    ]);
    const [svg, csv, png, dark] = await Promise.all(files.map(({ make }) => make()));
    expect(svg).toMatch(/<title>What was found<\/title>\n<desc>What it &quot;shows&quot; &amp; tells\.<\/desc>/);
    expect(svg).not.toMatch(/var\(|data-v/);
    expect(csv).toBe(
      'kind,share,low,high,when\nFinance & trade,23.3,17.2,30.8,before\nShops,46,37.8,54.7,before\nAgencies,48.1,38.8,57.5,after\n',
    );
    for (const picture of [png, dark])
      expect([...Buffer.from(picture ?? '')].slice(1, 4)).toEqual([...Buffer.from('PNG')]);
    expect(dark).not.toEqual(png);
  });

  it('draws a file in the accent of the publication', async () => {
    const accent = { light: '#7a1020', dark: '#ffb3c0' };
    const [file] = listChartFiles(await drawn(forms.dot), place, { language: 'en', memo: withoutMemo, accent });
    const svg = await file?.make();
    expect(svg).toContain('"#7a1020"');
    expect(svg).not.toContain('#0b5f4c');
  });

  it('says in a file what was found, in which unit, what the colours mean and where it is from', async () => {
    const note =
      'Intervals are those of Wilson at 95 %, and this note is long enough that it needs a second line in the picture.';
    const chart = await drawn({ ...forms.grouped, title: "Shops & <agencies> don't", subtitle: 'Share, in %', note });
    const [svg = ''] = await Promise.all(
      listChartFiles(chart, place, { language: 'en', memo: withoutMemo }).map(({ make }) => make()),
    );
    const texts = [...String(svg).matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
    expect(texts).toEqual(
      expect.arrayContaining(['Shops &amp; &lt;agencies&gt; don’t', 'Share, in %', 'before', 'after']),
    );
    expect(texts.join(' ')).toContain(note);
    expect(texts.at(-1)).toBe(place.source);
    const [, height = ''] = /<svg [^>]* height="(\d+)"/.exec(String(svg)) ?? [];
    const lowest = Math.max(...[...String(svg).matchAll(/translate\(16,([\d.]+)\)/g)].map(([, y]) => Number(y)));
    expect(lowest).toBeLessThan(Number(height));
  });

  it('draws every line of a broken label as outlines, so that a machine without typefaces has it', async () => {
    const frame = (texts: string) =>
      toPng(
        `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><g transform="translate(2,16)">${texts}</g></svg>`,
      );
    const [broken, apart, first] = await Promise.all([
      frame('<text fill="#000"><tspan>AB</tspan><tspan x="0" dy="15">CD</tspan></text>'),
      frame('<text fill="#000">AB</text><text transform="translate(0,15)" fill="#000">CD</text>'),
      frame('<text fill="#000">AB</text>'),
    ]);
    expect(Buffer.from(broken)).toEqual(Buffer.from(apart));
    expect(Buffer.from(broken)).not.toEqual(Buffer.from(first));
  });

  it('names its colours in a legend by class, because no page permits a style in an attribute', async () => {
    const frame = { name: 'Figure 1', url: '/a', canCite: false, room: undefined, words: en.text };
    const html = renderChart(await drawn(forms.grouped), { ...frame, writer: { language: 'en' }, set: (text) => text });
    expect(html).toContain('<span class="swatch swatch-2">before</span> <span class="swatch swatch-1">after</span>');
    expect(html).not.toMatch(/ style=/);
  });

  it('says what a citation of it begins with: its number and its title', async () => {
    const frame = { name: 'Figure 1', url: '/a', canCite: true, room: undefined, words: en.text };
    const chart = await drawn({ ...forms.grouped, title: 'Is it "so"?' });
    const html = renderChart(chart, { ...frame, writer: { language: 'en' }, set: (text) => text });
    expect(html).toContain('<a href="#cite" data-cite="Figure 1. Is it &quot;so&quot;?">Cite</a>');
  });

  it('measures words by the advances of its face', () => {
    expect(measureText('Artificial intelligence', 13)).toBeGreaterThan(118);
    expect(measureText('Artificial intelligence', 13)).toBeLessThan(132);
  });
});
