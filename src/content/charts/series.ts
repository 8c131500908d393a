import { groupColours, listGroups, wideFrom } from './bands.ts';
import type { Point } from './points.ts';
import { measureText } from './text-width.ts';
import { type Axes, fixTicks, footAxis, measureTicks, roundStep, writeTicks } from './ticks.ts';

type Spec = Record<string, unknown>;

const lineHeight = 15;
/** Pixels between small multiples. */
const besidePanel = 18;
/** Pixels from the middle of a text to what must not touch it. */
const halfLine = 8;

/** Lines over a scale of days, numbers or names; values with an interval have it as a band. */
export function drawLines(
  points: readonly Point[],
  { width, isDate, axes }: { width: number; isDate: boolean; axes: Axes },
): Spec {
  const groups = listGroups(points);
  const isWide = width >= wideFrom;
  const height = isWide ? 280 : 220;
  const ends = groups
    .map((group) => points.findLast((point) => point.group === group))
    .filter((point) => point !== undefined);
  const names = groups.length > 1 ? ends.map(({ group, text }) => (isWide ? `${group} ${text}` : text)) : [];
  const right = Math.max(6, ...names.map((name) => measureText(name, 13, 600) + 12));
  const y = chooseScale(points.flatMap(({ value, low, high }) => [value, low ?? value, high ?? value]));
  const texts = writeTicks(y.ticks, axes);
  const x = xScale(points, { isDate, ticks: isWide ? 6 : 3, room: width - 2 - measureTicks(texts) - right, axes });
  const valueAxis = { title: null, grid: true, ...fixTicks(y.ticks, texts) };
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
          mark: { type: 'text', style: 'value', fontWeight: 600, aria: false, ...mark },
          encoding: { ...text, color: { value: 'var(--chart-ink)' } },
        })),
      { transform: [{ filter: "datum.place !== ''" }], mark: { type: 'point', size: 52, aria: false } },
    ],
  };
}

const written = { text: { field: 'text' } };
const atLabel = { y: { field: 'labelAt', type: 'quantitative' } };
/** The places for values along a line, above, below or beside it: a line rises or falls through its end points. */
const labels = [
  { place: 'start-rising', mark: { align: 'left', dy: 17 }, text: written },
  { place: 'start-falling', mark: { align: 'left', dx: 4, dy: -9 }, text: written },
  { place: 'middle-rising', mark: { align: 'right', dx: -6, dy: -9 }, text: written },
  { place: 'middle-falling', mark: { align: 'left', dx: 6, dy: -9 }, text: written },
  { place: 'end-rising', mark: { align: 'right', dx: -4, dy: -9 }, text: written },
  { place: 'end-falling', mark: { align: 'right', dy: 17 }, text: written },
  { place: 'start-beside', mark: { align: 'left', dx: 10 }, text: { ...atLabel, ...written } },
  { place: 'end-beside', mark: { align: 'right', dx: -10 }, text: { ...atLabel, ...written } },
  { place: 'name', mark: { align: 'left', dx: 8 }, text: { ...atLabel, text: { field: 'endText' } } },
];

/** Bars side by side over their bins; the highest has its number, and those that the author points at. */
export function drawHistogram(
  points: readonly (Point & { from: number; to: number })[],
  { width, name }: { width: number; name: string },
): Spec {
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
            axis: { title: name, tickCount: isWide ? 6 : 4, labelFlush: true },
            scale: { domain: edges, nice: false },
          },
          x2: { field: 'to' },
          color: { condition: { test: 'datum.main', value: 'var(--chart-1)' }, value: 'var(--chart-2)' },
          description: { field: 'say' },
        },
      },
      {
        transform: [{ filter: 'datum.isNamed' }],
        mark: { type: 'text', style: 'value', baseline: 'bottom', dy: -4, fontWeight: 600, aria: false },
        encoding: { x: { field: 'middle', type: 'quantitative' }, text: { field: 'text' } },
      },
    ],
  };
}

/** A small chart for each group, all with the same scales; the highest value of each is written at its mark. */
export function drawMultiples(
  points: readonly Point[],
  options: { width: number; isDate: boolean; mark: 'bar' | 'line'; axes: Axes },
): Spec {
  const { width, isDate, mark, axes } = options;
  const groups = listGroups(points);
  const columns = width < wideFrom || groups.length === 4 ? 2 : 3;
  const y = chooseScale([...(mark === 'bar' ? [0] : []), ...points.map(({ value }) => value)], 3);
  const texts = writeTicks(y.ticks, axes);
  // The marks at both ends of a line stand out by half their size.
  const between = besidePanel + (mark === 'line' ? 8 : 0);
  const own = Math.floor((width + besidePanel - 8 - measureTicks(texts)) / columns) - between;
  const values = groups.flatMap((group) => {
    const of = points.filter((point) => point.group === group);
    const top = Math.max(...of.map(({ value }) => value));
    const named = of.findIndex(({ value }) => value === top);
    const share = (at: number) => at / Math.max(of.length - 1, 1);
    const side = (at: number) => (share(at) < 0.25 ? 'left' : share(at) > 0.75 ? 'right' : 'center');
    return of.map((point, at) => ({ ...point, side: at === named ? side(at) : '' }));
  });
  const perPanel = values.length / Math.max(groups.length, 1);
  const x = xScale(points, { isDate, ticks: 2, room: own, axes });
  const tops = ['left', 'center', 'right']
    .filter((side) => values.some((value) => value.side === side))
    .map((side) => ({
      transform: [{ filter: `datum.side === '${side}'` }],
      mark: { type: 'text', style: 'value', align: side, dy: -9, fontWeight: 600, aria: false },
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
    facet: { field: 'group', type: 'nominal', sort: groups },
    columns,
    spacing: besidePanel,
    // Panels share the axis under them, unless the last row has an empty place that it would be under.
    ...(groups.length % columns > 0 && { resolve: { axis: { x: 'independent' } } }),
    spec: {
      width: own,
      height: 96,
      encoding: {
        x,
        y: {
          field: 'value',
          type: 'quantitative',
          axis: { title: null, grid: true, ...fixTicks(y.ticks, texts) },
          scale: { domain: [y.domain[0], y.domain[1] + (y.domain[1] - y.domain[0]) * 0.18], nice: false },
        },
      },
      layer: [...drawn, ...tops],
    },
  };
}

function xScale(
  points: readonly Point[],
  { isDate, ticks, room, axes }: { isDate: boolean; ticks: number; room: number; axes: Axes },
): Spec {
  const axis = { title: null, labelFlush: 30, grid: false };
  if (isDate) {
    const days = points.map(({ label }) => label).toSorted();
    const [first = '', last = ''] = [days[0], days.at(-1)];
    const years = Number(last.slice(0, 4)) - Number(first.slice(0, 4)) + Number(first.slice(4) <= '-01-01');
    // One year alone on an axis says where nothing is: then the first and the last month are there.
    const few =
      years > 1 ? { format: '%Y', tickCount: 'year' } : { format: '%b %Y', values: [first, last].map(toMonth) };
    const many = { format: '%b %Y', tickCount: ticks };
    return {
      field: 'label',
      type: 'temporal',
      scale: { type: 'utc' },
      axis: { ...axis, ...(ticks < 4 && first.slice(0, 4) !== last.slice(0, 4) ? few : many) },
    };
  }
  const numbers = points.map(({ label }) => Number(label));
  if (numbers.every(Number.isFinite))
    return {
      field: 'label',
      type: 'quantitative',
      scale: { zero: false, nice: false },
      axis: footAxis(numbers, { room, axes }),
    };
  return { field: 'label', type: 'ordinal', sort: null, axis: { ...axis, labelAngle: 0, labelOverlap: true } };
}

/** A date such as 2026-08 as Vega-Lite writes the time of a tick. */
function toMonth(date: string) {
  const [year, month, day = 1] = date.split('-').map(Number);
  return { year, month, date: day };
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
  const lowest = floor + halfLine * perPixel;
  let free = lowest - lineHeight * perPixel;
  for (const end of ends.toSorted((a, b) => a.value - b.value)) {
    free = Math.max(end.value, free + lineHeight * perPixel);
    heights.set(end, free);
  }
  return points.map((point, at) => {
    const isEnd = ends.includes(point);
    const other = points[isEnd ? at - 1 : at + 1];
    const isRising = other !== undefined && (isEnd ? point.value >= other.value : other.value >= point.value);
    const isWritten = points.length <= limit || (isPointed && point.main);
    const where = at === 0 ? 'start' : isEnd ? 'end' : 'middle';
    const isBelow = (where === 'start' && isRising) || (where === 'end' && !isRising);
    const hasRoom = !isBelow || (point.value - floor) / perPixel > 24;
    const isSteep = Math.abs(point.value - (other?.value ?? point.value)) / perPixel > halfLine;
    const asRising = hasRoom ? isRising : where === 'end';
    const way = !hasRoom && isSteep ? 'beside' : asRising ? 'rising' : 'falling';
    const inside = where === 'middle' && !isWritten ? '' : `${where}-${way}`;
    const place = isSingle ? inside : isEnd ? 'name' : '';
    const endText = hasNames ? `${point.group} ${point.text}` : point.text;
    const beside = Math.max(lowest, point.value - 5 * perPixel);
    return { ...point, place, labelAt: heights.get(point) ?? beside, endText };
  });
}

/** A scale over some values with about so many steps, from zero unless they lie far from it. */
export function chooseScale(values: readonly number[], steps = 4): { domain: [number, number]; ticks: number[] } {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const low = least > 0 && least < most * 0.6 ? 0 : least;
  const span = most - low || Math.abs(most) || 1;
  const step = roundStep(span / steps, 1.2);
  const first = Math.floor(low / step);
  const last = Math.ceil(most / step - 1e-9);
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
  return { domain: [ticks[0] ?? low, ticks.at(-1) ?? most], ticks };
}
