import type { Config } from 'vega-lite';
import { chooseChartColours, houseAccent, type Scheme } from '../../library/chart-colours.ts';

/** The neutral colours of charts; src/styles has the same. */
const neutrals = {
  light: { rule: '#dbe2dd', ink: '#16201c', soft: '#47544e', paper: '#f5f7f4' },
  dark: { rule: '#26322d', ink: '#e1e9e4', soft: '#a6b3ac', paper: '#0f1513' },
} as const;

/** The values of a chart's variables in a file that stands alone. */
export function resolveChartColours(
  scheme: Scheme,
  accent: Readonly<Record<Scheme, string>> = houseAccent,
): Readonly<Record<string, string>> {
  const { rule, ink, soft, paper } = neutrals[scheme];
  const neutral = { 'chart-rule': rule, 'chart-ink': ink, 'chart-soft': soft, 'chart-paper': paper, paper };
  return { ...neutral, ...chooseChartColours(accent[scheme], scheme) };
}

const text = { font: 'Inter', fontSize: 13 };
const label = { labelFont: 'Inter', labelFontSize: 13 };

/** How every chart looks: no frame, no legend, text of one size, few grid lines. */
export const houseStyle = {
  background: 'transparent',
  padding: { left: 2, right: 6, top: 6, bottom: 2 },
  font: 'Inter',
  view: { stroke: null },
  bar: { color: 'var(--chart-1)', discreteBandSize: { band: 0.66 } },
  line: { color: 'var(--chart-1)', strokeWidth: 2, strokeCap: 'round', strokeJoin: 'round' },
  area: { color: 'var(--chart-1)' },
  point: { color: 'var(--chart-1)', filled: true, size: 72, opacity: 1 },
  circle: { color: 'var(--chart-1)', size: 72, opacity: 1 },
  square: { color: 'var(--chart-1)', size: 72, opacity: 1 },
  tick: { color: 'var(--chart-1)' },
  rule: { color: 'var(--chart-1)', strokeWidth: 2 },
  trail: { color: 'var(--chart-1)' },
  text: { ...text, color: 'var(--chart-ink)' },
  // A value has a halo in the colour of the page, so that a grid line behind it ends before its letters.
  style: { value: { stroke: 'var(--chart-paper)', strokeWidth: 3, strokeJoin: 'round' } },
  title: { ...text, color: 'var(--chart-ink)', anchor: 'start' },
  axis: {
    ...label,
    labelColor: 'var(--chart-soft)',
    labelPadding: 8,
    labelLimit: 220,
    titleFont: 'Inter',
    titleFontSize: 13,
    titleFontWeight: 'normal',
    titleColor: 'var(--chart-soft)',
    domainColor: 'var(--chart-soft)',
    domainWidth: 1,
    ticks: false,
    gridColor: 'var(--chart-rule)',
    gridWidth: 1,
  },
  axisX: { grid: false },
  axisY: { domain: false },
  axisBand: { grid: false, labelColor: 'var(--chart-ink)' },
  axisXDiscrete: { labelOverlap: 'greedy' },
  axisQuantitative: { tickCount: 4 },
  header: {
    ...label,
    labelFontWeight: 600,
    labelColor: 'var(--chart-ink)',
    labelAnchor: 'start',
    labelPadding: 4,
    title: null,
  },
  facet: { spacing: 18 },
  legend: {
    ...label,
    labelColor: 'var(--chart-ink)',
    titleFont: 'Inter',
    titleFontSize: 13,
    titleColor: 'var(--chart-soft)',
  },
  range: { category: ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-4)', 'var(--chart-3)'] },
  aria: true,
} satisfies Config;
