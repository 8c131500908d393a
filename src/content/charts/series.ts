import { groupColours, listGroups, wideFrom } from './bands.ts';
import type { Point } from './points.ts';
import { measureText } from './text-width.ts';

type Spec = Record<string, unknown>;

const lineHeight = 15;

/** Lines over a scale of days, numbers or names; values with an interval have it as a band. */
export function drawLines(points: readonly Point[], { width, isDate }: { width: number; isDate: boolean }): Spec {
  const groups = listGroups(points);
  const isWide = width >= wideFrom;
  const height = isWide ? 280 : 220;
  const ends = groups
    .map((group) => points.findLast((point) => point.group === group))
    .filter((point) => point !== undefined);
  const names = groups.length > 1 ? ends.map(({ group, text }) => (isWide ? `${group} ${text}` : text)) : [];
  const right = Math.max(6, ...names.map((name) => measureText(name, 13, 600) + 12));
  const y = chooseScale(points.flatMap(({ value, low, high }) => [value, low ?? value, high ?? value]));
  const x = xScale(points, { isDate, ticks: isWide ? 6 : 3 });
  const valueAxis = { title: null, grid: true, values: y.ticks, tickCount: y.ticks.length };
  const color = {
    field: 'group',
    type: 'nominal',
    sort: null,
    legend: null,
    scale: { domain: groups, range: groupColours(groups.length) },
  };
  const values = placeLabels(points, {
    ends,
    isSingle: groups.length === 1,
    hasNames: isWide,
    floor: y.domain[0],
    perPixel: (y.domain[1] - y.domain[0]) / height,
    limit: isWide ? 8 : 0,
  });
  return {
    width,
    height,
    padding: { left: 2, right, top: 14, bottom: 2 },
    autosize: { type: 'fit-x', contains: 'padding' },
    data: { values },
    encoding: {
      x,
      y: { field: 'value', type: 'quantitative', axis: valueAxis, scale: { domain: y.domain, nice: false } },
      color,
    },
    layer: [
      ...(points.some(({ low }) => low !== null)
        ? [
            {
              mark: { type: 'area', opacity: 0.22, aria: false },
              encoding: { y: { field: 'low', type: 'quantitative' }, y2: { field: 'high' } },
            },
          ]
        : []),
      { mark: { type: 'line', aria: false } },
      { mark: { type: 'point', size: 90, opacity: 0 }, encoding: { description: { field: 'say' } } },
      ...labels
        .filter(({ place }) => values.some((value) => value.place === place))
        .map(({ place, mark, text }) => ({
          transform: [{ filter: `datum.place === '${place}'` }],
          mark: { type: 'text', fontWeight: 600, aria: false, ...mark },
          encoding: { ...text, color: { value: 'var(--chart-ink)' } },
        })),
      { transform: [{ filter: "datum.place !== ''" }], mark: { type: 'point', size: 52, aria: false } },
    ],
  };
}

const written = { text: { field: 'text' } };
/** The places for values along a line, above or below it: a line rises or falls through its end points. */
const labels = [
  { place: 'start-rising', mark: { align: 'left', dy: 17 }, text: written },
  { place: 'start-falling', mark: { align: 'left', dx: 4, dy: -9 }, text: written },
  { place: 'middle-rising', mark: { align: 'right', dx: -6, dy: -9 }, text: written },
  { place: 'middle-falling', mark: { align: 'left', dx: 6, dy: -9 }, text: written },
  { place: 'end-rising', mark: { align: 'right', dx: -4, dy: -9 }, text: written },
  { place: 'end-falling', mark: { align: 'right', dy: 17 }, text: written },
  {
    place: 'name',
    mark: { align: 'left', dx: 8 },
    text: { y: { field: 'labelAt', type: 'quantitative' }, text: { field: 'endText' } },
  },
];

/** Bars side by side over their bins; the highest has its number, and those that the author points at. */
export function drawHistogram(points: readonly (Point & { from: number; to: number })[], width: number): Spec {
  const isWide = width >= wideFrom;
  const y = chooseScale([0, ...points.map(({ value }) => value)]);
  const isPointed = points.some(({ main }) => !main);
  const highest = Math.max(...points.map(({ value }) => value));
  const values = points.map((point) => ({
    ...point,
    middle: (point.from + point.to) / 2,
    isNamed: isPointed ? point.main : point.value === highest,
  }));
  const edges = [points[0]?.from ?? 0, points.at(-1)?.to ?? 1];
  const count = {
    field: 'value',
    type: 'quantitative',
    axis: { title: null, grid: true, values: y.ticks, tickCount: y.ticks.length },
    scale: { domain: y.domain, nice: false },
  };
  return {
    width,
    height: isWide ? 230 : 190,
    padding: { left: 2, right: 6, top: 18, bottom: 2 },
    autosize: { type: 'fit-x', contains: 'padding' },
    data: { values },
    encoding: { y: count },
    layer: [
      {
        mark: { type: 'bar', binSpacing: 2 },
        encoding: {
          x: {
            field: 'from',
            type: 'quantitative',
            bin: 'binned',
            axis: { title: null, tickCount: isWide ? 6 : 4, labelFlush: true },
            scale: { domain: edges, nice: false },
          },
          x2: { field: 'to' },
          color: { condition: { test: 'datum.main', value: 'var(--chart-1)' }, value: 'var(--chart-2)' },
          description: { field: 'say' },
        },
      },
      {
        transform: [{ filter: 'datum.isNamed' }],
        mark: { type: 'text', baseline: 'bottom', dy: -4, fontWeight: 600, aria: false },
        encoding: { x: { field: 'middle', type: 'quantitative' }, text: { field: 'text' } },
      },
    ],
  };
}

/** A small chart for each group, all with the same scales; the highest value of each is written at its mark. */
export function drawMultiples(
  points: readonly Point[],
  options: { width: number; isDate: boolean; mark: 'bar' | 'line' },
): Spec {
  const { width, isDate, mark } = options;
  const columns = width < wideFrom || listGroups(points).length === 4 ? 2 : 3;
  const own = Math.floor((width - columns * 24) / columns);
  const y = chooseScale([...(mark === 'bar' ? [0] : []), ...points.map(({ value }) => value)]);
  const values = listGroups(points).flatMap((group) => {
    const of = points.filter((point) => point.group === group);
    const top = Math.max(...of.map(({ value }) => value));
    const named = of.findIndex(({ value }) => value === top);
    const share = (at: number) => at / Math.max(of.length - 1, 1);
    const side = (at: number) => (share(at) < 0.25 ? 'left' : share(at) > 0.75 ? 'right' : 'center');
    return of.map((point, at) => ({ ...point, side: at === named ? side(at) : '' }));
  });
  const perPanel = values.length / Math.max(listGroups(points).length, 1);
  const x = xScale(points, { isDate, ticks: 2 });
  const tops = ['left', 'center', 'right']
    .filter((side) => values.some((value) => value.side === side))
    .map((side) => ({
      transform: [{ filter: `datum.side === '${side}'` }],
      mark: { type: 'text', align: side, dy: -9, fontWeight: 600, aria: false },
      encoding: { text: { field: 'text' } },
    }));
  const drawn =
    mark === 'bar'
      ? [
          {
            mark: { type: 'bar', width: Math.max(2, Math.floor(own / perPanel) - 2) },
            encoding: {
              color: { condition: { test: 'datum.main', value: 'var(--chart-1)' }, value: 'var(--chart-2)' },
              description: { field: 'say' },
            },
          },
        ]
      : [
          { mark: { type: 'line', aria: false } },
          { mark: { type: 'point', size: 60, opacity: 0 }, encoding: { description: { field: 'say' } } },
        ];
  return {
    data: { values },
    facet: { field: 'group', type: 'nominal', sort: listGroups(points) },
    columns,
    spec: {
      width: own,
      height: 84,
      encoding: {
        x,
        y: {
          field: 'value',
          type: 'quantitative',
          axis: { title: null, labels: false, grid: true, values: y.ticks, tickCount: y.ticks.length },
          scale: { domain: [y.domain[0], y.domain[1] + (y.domain[1] - y.domain[0]) * 0.18], nice: false },
        },
      },
      layer: [...drawn, ...tops],
    },
  };
}

function xScale(points: readonly Point[], { isDate, ticks }: { isDate: boolean; ticks: number }): Spec {
  const axis = { title: null, labelFlush: 30, grid: false };
  if (isDate) {
    const years = new Set(points.map(({ label }) => label.slice(0, 4))).size;
    const format = years > 1 && ticks < 4 ? '%Y' : '%b %Y';
    return {
      field: 'label',
      type: 'temporal',
      scale: { type: 'utc' },
      axis: { ...axis, format, tickCount: format === '%Y' ? 'year' : ticks },
    };
  }
  if (points.every(({ label }) => Number.isFinite(Number(label))))
    return {
      field: 'label',
      type: 'quantitative',
      scale: { zero: false, nice: false },
      axis: { ...axis, tickCount: ticks },
    };
  return { field: 'label', type: 'ordinal', sort: null, axis: { ...axis, labelAngle: 0, labelOverlap: true } };
}

interface Labels {
  ends: readonly Point[];
  isSingle: boolean;
  /** Is there room for the names of the lines at their ends? */
  hasNames: boolean;
  /** The lower end of the scale, and how much of it a pixel is. */
  floor: number;
  perPixel: number;
  /** So many points have all their values written at them. */
  limit: number;
}

/** Which points are written at, and where: the names of lines that end close together are moved apart. */
function placeLabels(points: readonly Point[], { ends, isSingle, hasNames, floor, perPixel, limit }: Labels) {
  const isPointed = points.some(({ main }) => !main);
  const heights = new Map<Point, number>();
  let free = Number.NEGATIVE_INFINITY;
  for (const end of ends.toSorted((a, b) => a.value - b.value)) {
    free = Math.max(end.value, free + lineHeight * perPixel);
    heights.set(end, free);
  }
  return points.map((point, at) => {
    const isEnd = ends.includes(point);
    const other = points[isEnd ? at - 1 : at + 1];
    const hasRoom = at > 0 || (point.value - floor) / perPixel > 24;
    const isRising =
      hasRoom && other !== undefined && (isEnd ? point.value >= other.value : other.value >= point.value);
    const isWritten = points.length <= limit || (isPointed && point.main);
    const where = at === 0 ? 'start' : isEnd ? 'end' : 'middle';
    const inside = where === 'middle' && !isWritten ? '' : `${where}-${isRising ? 'rising' : 'falling'}`;
    const place = isSingle ? inside : isEnd ? 'name' : '';
    const endText = hasNames ? `${point.group} ${point.text}` : point.text;
    return { ...point, place, labelAt: heights.get(point) ?? point.value, endText };
  });
}

/** A scale over some values with about four steps, from zero unless they lie far from it. */
export function chooseScale(values: readonly number[]): { domain: [number, number]; ticks: number[] } {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const low = least > 0 && least < most * 0.6 ? 0 : least;
  const span = most - low || Math.abs(most) || 1;
  const rough = span / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => rough <= factor * power * 1.2) ?? 10);
  const first = Math.floor(low / step);
  const last = Math.ceil(most / step - 1e-9);
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
  return { domain: [ticks[0] ?? low, ticks.at(-1) ?? most], ticks };
}
