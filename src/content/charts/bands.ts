import type { Point } from './points.ts';
import { breakText, measureText } from './text-width.ts';
import { chooseScale } from './ticks.ts';

type Spec = Record<string, unknown>;

/** From this width on there is room for long labels. */
export const wideFrom = 500;

interface Bands {
  points: readonly Point[];
  width: number;
  /** Pixels a row takes. */
  step: number;
  /** Is the length of a mark its value? Then its scale begins at zero. */
  isLength: boolean;
}

/** Pixels from one line of a label to the next, as Vega sets them. */
const lineHeight = 15;

const interval = (size: number, opacity: number) => ({
  mark: { type: 'rule', strokeWidth: size, opacity, aria: false },
  encoding: { x: { field: 'low', type: 'quantitative' }, x2: { field: 'high' } },
});

/** Bars from zero with their values behind them, a row each. */
export function drawBars(points: readonly Point[], width: number): Spec {
  const { base, x } = layOut({ points, width, step: 34, isLength: true });
  return {
    ...base,
    encoding: { ...base.encoding, x: { field: 'value', type: 'quantitative', axis: null, scale: x } },
    layer: [
      { mark: { type: 'bar' }, encoding: { color: emphasis, description: { field: 'say' } } },
      ...(hasIntervals(points) ? [interval(1.5, 1)] : []),
      ...valueText(points),
    ],
  };
}

/**
 * Two or more bars a row, one a group; the order of the groups is that of the data. With more of them than colours each
 * bar has the name of its group.
 */
export function drawGroups(given: readonly Point[], width: number): Spec {
  const groups = listGroups(given);
  const room = width < wideFrom ? 110 : 220;
  const name = (group: string) => breakText(group, room, { lines: 1 })[0] ?? group;
  const points = hasColours(groups)
    ? given
    : given.map((point) => ({ ...point, text: `${name(point.group)} ${point.text}` }));
  const { base, x } = layOut({ points, width, step: Math.max(34, 18 * groups.length + 10), isLength: true });
  return {
    ...base,
    encoding: {
      ...base.encoding,
      // A bar as wide as its place, and room between the places: Vega-Lite moves a narrower bar off the middle of its
      // place.
      yOffset: { field: 'group', sort: null, scale: { paddingInner: 0.34, paddingOuter: 0.17 } },
      x: { field: 'value', type: 'quantitative', axis: null, scale: x },
    },
    layer: [
      {
        mark: { type: 'bar', height: { band: 1 } },
        encoding: {
          color: {
            field: 'group',
            type: 'nominal',
            sort: null,
            legend: null,
            scale: { domain: groups, range: groupColours(groups.length) },
          },
          description: { field: 'say' },
        },
      },
      ...(hasIntervals(points) ? [interval(1.5, 1)] : []),
      ...valueText(points),
    ],
  };
}

/** Pixels between a label and the left end of the scale, where a dot has its middle: 5 are its own. */
const dotLabelPadding = 14;

/** A dot a row, its interval as a bar under it. A rule marks zero if there are values on both sides of it. */
export function drawDots(points: readonly Point[], width: number): Spec {
  const { base, x } = layOut({ points, width, step: 30, isLength: false });
  const isSplit = x.domain[0] < 0 && x.domain[1] > 0;
  const isShare = points.some(({ text }) => text.endsWith('%'));
  const axis = {
    title: null,
    grid: true,
    domain: false,
    tickCount: width < wideFrom ? 3 : 5,
    labelFlush: true,
    ...(isShare && { labelExpr: "datum.label + '\u00A0%'" }),
  };
  const zero = {
    data: { values: [{ zero: 0 }] },
    mark: { type: 'rule', strokeWidth: 1, color: 'var(--chart-soft)', aria: false },
    encoding: { x: { field: 'zero', type: 'quantitative' }, y: null },
  };
  return {
    ...base,
    encoding: {
      ...base.encoding,
      x: { field: 'value', type: 'quantitative', axis, scale: x },
      color: emphasis,
    },
    layer: [
      ...(isSplit ? [zero] : []),
      ...(hasIntervals(points) ? [interval(5, 0.38)] : []),
      { mark: { type: 'point', size: 90 }, encoding: { description: { field: 'say' } } },
      ...valueText(points),
    ],
  };
}

/** The names of the groups in the order in which the data has them. */
export function listGroups(points: readonly Point[]): string[] {
  return [...new Set(points.map(({ group }) => group))];
}

/** Has each group a colour of its own? A legend would have the same one twice otherwise. */
export function hasColours(groups: readonly string[]): boolean {
  return new Set(groupColours(groups.length)).size === groups.length;
}

/** The last group is the point, those before it are its context. */
export function groupColours(count: number): string[] {
  const colours = ['var(--chart-2)', 'var(--chart-4)', 'var(--chart-3)'].slice(0, Math.max(0, count - 1));
  const all = [...colours, 'var(--chart-1)'];
  return Array.from({ length: Math.max(1, count) }, (_, at) => all[at % all.length] ?? 'var(--chart-1)');
}

const emphasis = { condition: { test: 'datum.main', value: 'var(--chart-1)' }, value: 'var(--chart-2)' };

const hasIntervals = (points: readonly Point[]) => points.some(({ low }) => low !== null);

/** The value behind its mark, or before one that points to the left. */
function valueText(points: readonly Point[]) {
  const sides = [
    { isThere: points.some(({ value }) => value >= 0), test: '!datum.isLeft', mark: { align: 'left', dx: 8 } },
    { isThere: points.some(({ value }) => value < 0), test: 'datum.isLeft', mark: { align: 'right', dx: -8 } },
  ];
  return sides
    .filter(({ isThere }) => isThere)
    .map(({ test, mark }) => ({
      transform: [{ filter: test }],
      mark: { type: 'text', style: 'value', aria: false, fontWeight: { expr: 'datum.isStrong ? 600 : 400' }, ...mark },
      encoding: {
        x: { field: 'end', type: 'quantitative' },
        text: { field: 'text' },
        color: { value: 'var(--chart-ink)' },
      },
    }));
}

/** Breaks labels into as many lines as tell them apart: two with the same beginning would be one row otherwise. */
function breakLabels(labels: readonly string[], room: number): Map<string, string[]> {
  const broken = [3, 6, 12, 24].map((lines) => labels.map((label) => breakText(label, room, { lines })));
  const isDistinct = (texts: readonly string[][]) =>
    new Set(texts.map((lines) => lines.join('\n'))).size === labels.length;
  const chosen = broken.find(isDistinct) ?? labels.map((label) => [label]);
  return new Map(labels.map((label, at) => [label, chosen[at] ?? [label]]));
}

/** Labels broken to the room they have, and a scale that leaves room for the values. */
function layOut({ points, width, step, isLength }: Bands) {
  const room = width < wideFrom ? 118 : 220;
  const labels = breakLabels([...new Set(points.map(({ label }) => label))], room);
  const lines = Math.max(...[...labels.values()].map((broken) => broken.length));
  const labelWidth = Math.max(...[...labels.values()].flat().map((line) => measureText(line, 13)));
  const isAnyMain = points.some(({ main }) => !main);
  const values = points.map((point) => {
    const isLeft = point.value < 0;
    const end = isLeft ? Math.min(point.low ?? 0, point.value) : Math.max(point.high ?? 0, point.value);
    return {
      ...point,
      label: labels.get(point.label)?.join('\n') ?? '',
      end,
      isLeft,
      isStrong: isAnyMain && point.main,
    };
  });
  const domain = spanValues(values, { room: width - labelWidth - 20, isLength });
  return {
    x: { domain, nice: false },
    base: {
      width,
      autosize: { type: 'fit-x', contains: 'padding' },
      height: labels.size * Math.max(step, 17 * lines + 8),
      data: { values },
      encoding: { y: rowScale(labels, isLength ? undefined : dotLabelPadding) },
    },
  };
}

/**
 * Rows in the order of the data. Vega would take that of the first layer, which has intervals and therefore not every
 * row.
 */
function rowScale(labels: ReadonlyMap<string, readonly string[]>, labelPadding?: number): Spec {
  const counts = [...new Set([...labels.values()].map((lines) => lines.length))].filter((count) => count > 1);
  return {
    field: 'label',
    type: 'nominal',
    sort: null,
    scale: { domain: [...labels.values()].map((lines) => lines.join('\n')) },
    axis: {
      title: null,
      grid: false,
      labelExpr: "split(datum.value, '\\n')",
      labelLimit: 0,
      ...(labelPadding && { labelPadding }),
      // Vega sets the first of several lines at the middle of the row.
      ...(counts.length > 0 && {
        labelOffset: {
          condition: counts.map((count) => ({
            test: `length(split(datum.value, '\\n')) === ${count}`,
            value: (-lineHeight * (count - 1)) / 2,
          })),
          value: 0,
        },
      }),
    },
  };
}

/** The ends of the scale of some rows: their values, their intervals and the texts beside them, in so many pixels. */
function spanValues(
  values: readonly (Point & { end: number; isLeft: boolean })[],
  { room, isLength }: { room: number; isLength: boolean },
): readonly [number, number] {
  const textWidth = Math.max(...values.map(({ text }) => measureText(text, 13, 600))) + 14;
  const ends = values.flatMap(({ end, value, low, high }) => [end, low ?? value, high ?? value]);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const low = isLength || least <= 0 ? Math.min(0, least) : chooseScale([least, most]).domain[0];
  // Values that are all zero are at the left end of a scale, as any others are.
  const high = Math.max(0, most) || (low < 0 ? 0 : 1);
  const [before, behind] = [values.some(({ isLeft }) => isLeft), values.some(({ isLeft }) => !isLeft)];
  const perPixel = (high - low || 1) / Math.max(room - (Number(before) + Number(behind)) * textWidth - 8, 40);
  return [before ? low - (textWidth + 8) * perPixel : low, behind ? high + textWidth * perPixel : high];
}
