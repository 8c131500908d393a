import { isRecord } from '../load/yaml.ts';
import { groupColours, listGroups, wideFrom } from './bands.ts';
import type { Point, Writer } from './points.ts';
import { breakText, measureText } from './text-width.ts';
import { type Axes, chooseScale, fixTicks, footAxis, measureTicks, writeTicks } from './ticks.ts';
import { dayAxis, hourAxis, monthAxis, toDays } from './time-axes.ts';

type Spec = Record<string, unknown>;

const lineHeight = 15;
/** Pixels between small multiples. */
const besidePanel = 18;
/** Pixels that the name of a line and its value may take beside the drawing, on a wide screen and on a phone. */
const [widestName, narrowName] = [230, 104];
/** Pixels from the middle of a text to what must not touch it. */
const halfLine = 8;

/** Lines over a scale of days, numbers or names; values with an interval have it as a band. */
export function drawLines(
  points: readonly Point[],
  { width, isDate, axes }: { width: number; isDate: boolean; axes: Axes },
): Spec {
  const groups = listGroups(points);
  const isWide = width >= wideFrom;
  const ends = groups
    .map((group) => points.findLast((point) => point.group === group))
    .filter((point) => point !== undefined);
  const texts = writeEnds(groups.length > 1 ? ends : [], isWide);
  const height = Math.max(isWide ? 280 : 220, sum(texts.map(({ below }) => lineHeight * (1 + below.length))));
  const right = 6 + Math.max(0, ...texts.map(({ room }) => room + 8));
  const y = chooseScale(points.flatMap(({ value, low, high }) => [value, low ?? value, high ?? value]));
  const numbers = writeTicks(y.ticks, axes);
  const drawn = width - 2 - measureTicks(numbers) - right;
  const x = xScale(points, { isDate, ticks: isWide ? 6 : 3, room: drawn, axes });
  const valueAxis = { title: null, grid: true, ...fixTicks(y.ticks, numbers) };
  const values = placeLabels(points, {
    ends,
    texts,
    isSingle: groups.length === 1,
    height,
    floor: y.domain[0],
    perPixel: (y.domain[1] - y.domain[0]) / height,
    limit: isWide ? 8 : 0,
  });
  return {
    width,
    height,
    padding: { left: 2, right: rightPadding({ room: right - 6, width, drawn, x, points }), top: 14, bottom: 2 },
    autosize: { type: 'fit-x', contains: 'padding' },
    data: { values },
    encoding: {
      x,
      y: { field: 'value', type: 'quantitative', axis: valueAxis, scale: { domain: y.domain, nice: false } },
      color: colourGroups(groups),
    },
    layer: [
      ...(points.some(({ low }) => low !== null)
        ? [
            {
              mark: { type: 'area', opacity: 0.22, aria: false },
              encoding: { ...runs, y: { field: 'low', type: 'quantitative' }, y2: { field: 'high' } },
            },
          ]
        : []),
      drawRuns(points),
      { mark: { type: 'point', size: 90, opacity: 0 }, encoding: { description: { field: 'say' } } },
      ...labels
        .filter(({ place }) => values.some((value) => value.place === place))
        .map(({ place, mark, text }) => ({
          transform: [{ filter: `datum.place === '${place}'` }],
          mark: { type: 'text', style: 'value', fontWeight: 600, aria: false, ...mark },
          encoding: { ...text, color: { value: 'var(--chart-ink)' } },
        })),
      ...nameLines(Math.max(0, ...texts.map(({ below }) => below.length))),
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

const runs = { detail: { field: 'run', type: 'nominal' } };

/**
 * A line through all points; where rows without a value part it, with a dot at each, because one may be alone between
 * two.
 */
function drawRuns(points: readonly Point[]): Spec {
  if (points.every(({ run }) => run === 0)) return { mark: { type: 'line', aria: false } };
  return { mark: { type: 'line', aria: false, point: { size: 30, aria: false } }, encoding: runs };
}

function colourGroups(groups: readonly string[]): Spec {
  const scale = { domain: groups, range: groupColours(groups.length) };
  return { field: 'group', type: 'nominal', sort: null, legend: null, scale };
}

/**
 * Vega leaves room for the texts beside a drawing by where they are before it makes the drawing narrower. Names on the
 * axis end half a step before its edge, and a step becomes narrower too: this is the difference.
 */
function rightPadding(about: {
  room: number;
  width: number;
  drawn: number;
  x: Spec;
  points: readonly Point[];
}): number {
  const { room, width, drawn, x, points } = about;
  const inset = x.type === 'ordinal' ? 0.5 / new Set(points.map(({ label }) => label)).size : 0;
  const beyond = (of: number) => Math.max(0, room - inset * of);
  return 6 + beyond(drawn) - beyond(width);
}

interface EndText {
  end: Point;
  /** The value of the line, and before it its name if there is room. */
  text: string;
  /** The lines of its name under its value, without room beside it. */
  below: readonly string[];
  /** Pixels that the widest of them takes. */
  room: number;
}

/** The texts at the ends of lines: a reader who sees no colours finds the name of each there. */
function writeEnds(ends: readonly Point[], isWide: boolean): EndText[] {
  const beside = ends.map((end) => `${end.group} ${end.text}`);
  const hasRoom = isWide && beside.every((text) => measureText(text, 13, 600) <= widestName);
  return ends.map((end, at) => {
    const text = (hasRoom && beside[at]) || end.text;
    const below = hasRoom ? [] : breakText(end.group, isWide ? widestName : narrowName);
    const room = Math.max(measureText(text, 13, 600), ...below.map((line) => measureText(line, 13)));
    return { end, text, below, room };
  });
}

/** A layer for each line of the names under the values. */
function nameLines(count: number): Spec[] {
  return Array.from({ length: count }, (_, at) => ({
    transform: [{ filter: `datum.below && length(datum.below) > ${at}` }],
    mark: { type: 'text', style: 'value', align: 'left', dx: 8, dy: lineHeight * (at + 1), aria: false },
    encoding: { ...atLabel, text: { field: `below[${at}]` }, color: { value: 'var(--chart-ink)' } },
  }));
}

const sum = (numbers: readonly number[]) => numbers.reduce((whole, number) => whole + number, 0);

/** Bars side by side over their bins; the highest has its number, and those that the author points at. */
export function drawHistogram(
  points: readonly (Point & { from: number; to: number })[],
  { width, name, writer }: { width: number; name: string; writer: Writer },
): Spec {
  const isWide = width >= wideFrom;
  const y = chooseScale([0, ...points.map(({ value }) => value)], { least: 1 });
  const counts = writeTicks(y.ticks, { unit: null, writer });
  const isPointed = points.some(({ main }) => !main);
  const highest = Math.max(...points.map(({ value }) => value));
  const values = points.map((point) => ({
    ...point,
    middle: (point.from + point.to) / 2,
    isNamed: isPointed ? point.main : point.value === highest,
  }));
  const edges = [...points.map(({ from }) => from), points.at(-1)?.to ?? 1];
  const foot = footAxis(edges, { room: width - measureTicks(counts) - 6, axes: { name, unit: null, writer } });
  const count = {
    field: 'value',
    type: 'quantitative',
    axis: { title: null, grid: true, ...fixTicks(y.ticks, counts) },
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
            axis: foot,
            scale: { domain: [edges[0], edges.at(-1)], nice: false },
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
  const columns = Math.min(groups.length, width < wideFrom || groups.length === 4 ? 2 : 3);
  const y = chooseScale([...(mark === 'bar' ? [0] : []), ...points.map(({ value }) => value)], { steps: 3 });
  // Room for the number beyond the longest bar or the highest point.
  const beyond = (y.domain[1] - y.domain[0]) * 0.18;
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
    const name = breakText(group, own, { isBold: true }).join('\n');
    const isUnder = mark === 'bar' && top < 0;
    return of.map((point, at) => ({ ...point, group: name, side: at === named ? side(at) : '', isUnder }));
  });
  const perPanel = new Set(points.map(({ label }) => label)).size;
  const scaled = xScale(points, { isDate, ticks: 2, room: own, axes });
  const x = mark === 'bar' ? makeRoomForBars(scaled, points) : scaled;
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
          drawRuns(points),
          { mark: { type: 'point', size: 60, opacity: 0 }, encoding: { description: { field: 'say' } } },
        ];
  return {
    data: { values },
    facet: facetBy(values.map(({ group }) => group)),
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
          scale: {
            domain: [y.domain[0] - (values.some(({ isUnder }) => isUnder) ? beyond : 0), y.domain[1] + beyond],
            nice: false,
          },
        },
      },
      layer: [...drawn, ...writeTops(values)],
    },
  };
}

/** Panels in the order of their names, which may have several lines. */
function facetBy(names: readonly string[]): Spec {
  const header = { labelExpr: "split(datum.value, '\\n')", labelLimit: 0 };
  const isBroken = names.some((name) => name.includes('\n'));
  return { field: 'group', type: 'nominal', sort: [...new Set(names)], ...(isBroken && { header }) };
}

/** The number of the highest value of each panel. That of a bar is beyond its end: under one that hangs from zero. */
function writeTops(values: readonly { side: string; isUnder: boolean }[]): Spec[] {
  return ['left', 'center', 'right'].flatMap((side) =>
    [false, true]
      .filter((isUnder) => values.some((value) => value.side === side && value.isUnder === isUnder))
      .map((isUnder) => ({
        transform: [{ filter: `datum.side === '${side}' && datum.isUnder === ${isUnder}` }],
        mark: { type: 'text', style: 'value', align: side, dy: isUnder ? 9 : -9, fontWeight: 600, aria: false },
        encoding: { text: { field: 'text' } },
      })),
  );
}

/**
 * A scale that ends half a bar beyond the first and the last number or day: bars would stand out of their panel
 * otherwise.
 */
function makeRoomForBars(x: Spec, points: readonly Point[]): Spec {
  if (x.type === 'ordinal') return x;
  const toNumber = x.type === 'temporal' ? Date.parse : Number;
  const places = [...new Set(points.map(({ label }) => toNumber(label)))].toSorted((a, b) => a - b);
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  const half = (last - first || 1) / Math.max(1, places.length - 1) / 2;
  return { ...x, scale: { ...(isRecord(x.scale) && x.scale), domain: [first - half, last + half] } };
}

function xScale(
  points: readonly Point[],
  { isDate, ticks, room, axes }: { isDate: boolean; ticks: number; room: number; axes: Axes },
): Spec {
  const axis = { title: null, labelFlush: 30, grid: false };
  if (isDate) {
    const times = points.map(({ label }) => label).toSorted();
    const days = toDays(times);
    const about = { ticks, writer: axes.writer, zone: times[0]?.includes('T') ? ' (UTC)' : '' };
    const own = hourAxis(times, about) ?? dayAxis(days, about) ?? monthAxis(days, ticks);
    return {
      field: 'label',
      type: 'temporal',
      scale: { type: 'utc' },
      axis: { ...axis, labelOverlap: true, labelSeparation: 8, ...own },
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

interface Labels {
  ends: readonly Point[];
  /** Empty for a line that needs no name. */
  texts: readonly EndText[];
  isSingle: boolean;
  /** Pixels of the drawing. */
  height: number;
  /** The lower end of the scale, and how much of it a pixel is. */
  floor: number;
  perPixel: number;
  /** So many points have all their values written at them. */
  limit: number;
}

/** Which points are written at, and where: the names of lines that end close together are moved apart. */
function placeLabels(points: readonly Point[], labels: Labels) {
  const { ends, texts, isSingle, floor, perPixel, limit } = labels;
  const isPointed = points.some(({ main }) => !main);
  const heights = stackEnds(labels);
  const lowest = floor + halfLine * perPixel;
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
    const { text: endText = point.text, below = [] } = texts.find(({ end }) => end === point) ?? {};
    // A value beside the last point is at its height, any other a little lower.
    const beside = Math.max(lowest, point.value - (isEnd ? 0 : 5) * perPixel);
    return { ...point, place, labelAt: heights.get(point) ?? beside, endText, ...(below.length > 0 && { below }) };
  });
}

/** Where the texts of the ends are: at their values, and so far apart and from the edges that none touches another. */
function stackEnds({ texts, height, floor, perPixel }: Labels): ReadonlyMap<Point, number> {
  const sorted = texts.toSorted((a, b) => a.end.value - b.end.value);
  const places: number[] = [];
  let free = halfLine;
  for (const { end, below } of sorted) {
    const place = Math.max((end.value - floor) / perPixel, free + lineHeight * below.length);
    places.push(place);
    free = place + lineHeight;
  }
  let roof = height;
  for (const [at, { below }] of [...sorted.entries()].toReversed()) {
    places[at] = Math.min(places[at] ?? roof, roof);
    roof = places[at] - lineHeight * (1 + below.length);
  }
  return new Map(sorted.map(({ end }, at) => [end, floor + (places[at] ?? 0) * perPixel]));
}
