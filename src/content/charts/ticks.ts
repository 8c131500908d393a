import { areYears, countDecimals } from './chart-table.ts';
import { type Writer, writeNumber } from './points.ts';
import { measureText } from './text-width.ts';

/** The names of the axes of a chart, and how their numbers are written. */
export interface Axes {
  /** The name of the horizontal axis. */
  name: string;
  /** The unit of the values. */
  unit: string | null;
  writer: Writer;
}

/** Pixels between a number and its axis, and at least between two numbers. */
const labelPadding = 8;

/** The numbers of an axis as they are written in the language of the publication, all with as many decimals. */
export function writeTicks(
  ticks: readonly number[],
  { unit, writer, isYear }: Pick<Axes, 'unit' | 'writer'> & { isYear?: boolean },
): string[] {
  const digits = Math.max(0, ...ticks.map((tick) => countDecimals(String(tick))));
  return ticks.map((tick) => writeNumber(tick, { digits, unit, isYear }, writer));
}

/** Pixels that the numbers of a vertical axis take beside it. */
export function measureTicks(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => measureText(text, 13))) + labelPadding;
}

/** Options of a Vega axis with these ticks and no others. Vega's own number format is English and has no unit. */
export function fixTicks(ticks: readonly number[], texts: readonly string[]) {
  return {
    values: ticks,
    tickCount: ticks.length,
    labelExpr: `${JSON.stringify(texts)}[indexof(${JSON.stringify(ticks)}, datum.value)]`,
  };
}

/**
 * A horizontal axis for some numbers: its ticks are these numbers if all fit, otherwise as many round numbers as fit.
 */
export function footAxis(values: readonly number[], { room, axes }: { room: number; axes: Axes }) {
  const own = [...new Set(values)].toSorted((a, b) => a - b);
  const [least = 0, most = 0] = [own[0], own.at(-1)];
  const rounds = [8, 6, 5, 4, 3, 2].map((count) => roundTicks(least, most, count));
  const isYear = areYears(own);
  const write = (ticks: readonly number[]) => writeTicks(ticks, { unit: null, writer: axes.writer, isYear });
  const fits = (ticks: readonly number[]) => {
    const boxes = placeTicks(ticks, write(ticks), (tick) => ((tick - least) / (most - least || 1)) * room);
    return boxes.every(({ left }, at) => at === 0 || left - (boxes[at - 1]?.right ?? 0) >= labelPadding);
  };
  const ticks = [own, ...rounds].find((some) => some.length > 1 && fits(some)) ?? [...new Set([least, most])];
  const texts = write(ticks);
  return { title: axes.name, grid: false, labelFlush: halfOf(texts), ...fixTicks(ticks, texts) };

  function placeTicks(some: readonly number[], written: readonly string[], at: (tick: number) => number) {
    const flush = halfOf(written);
    return some.map((tick, index) => {
      const [place, width] = [at(tick), measureText(written[index] ?? '', 13)];
      const share = place <= flush ? 0 : room - place <= flush ? 1 : 0.5;
      return { left: place - width * share, right: place + width * (1 - share) };
    });
  }
}

/** A label this close to an end of its axis is aligned inwards, so that it does not stick out. */
function halfOf(texts: readonly string[]): number {
  return Math.ceil(Math.max(0, ...texts.map((text) => measureText(text, 13))) / 2);
}

function roundTicks(least: number, most: number, count: number): number[] {
  const step = roundStep((most - least || 1) / count);
  const first = Math.ceil(least / step - 1e-9);
  const last = Math.floor(most / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
}

/** The next 1, 2 or 5 of a power of ten, or one that is at most `slack` times smaller. */
export function roundStep(rough: number, slack = 1): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5].find((factor) => rough <= factor * power * slack) ?? 10);
}

/**
 * A scale over some values with about so many steps, from zero unless they lie far from it.
 * @param least the smallest step: 1 if values are counted
 */
export function chooseScale(
  values: readonly number[],
  { steps = 4, least: leastStep = 0 } = {},
): { domain: [number, number]; ticks: number[] } {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const low = least > 0 && least < most * 0.6 ? 0 : least;
  const span = most - low || Math.abs(most) || 1;
  const step = Math.max(leastStep, roundStep(span / steps, 1.2));
  const first = Math.floor(low / step);
  const last = Math.ceil(most / step - 1e-9);
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
  return { domain: [ticks[0] ?? low, ticks.at(-1) ?? most], ticks };
}
