import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { chartColourNames, chooseChartColours, houseAccent } from '../../library/chart-colours.ts';
import { type Colour, contrast, parseColour } from '../../library/colour.ts';
import { readAccent } from '../../library/looks.ts';
import { groupColours } from './bands.ts';
import { resolveChartColours } from './house-style.ts';

type Matrix = readonly (readonly [number, number, number])[];

/** Machado, Oliveira and Fernandes (2009), table 1, severity 1: on linear RGB. The last is luminance alone. */
const visions: Readonly<Record<string, Matrix>> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
  achromatopsia: [
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
  ],
};

const sheets = ['tokens', 'charts'].map((name) => readFileSync(`src/styles/${name}.css`, 'utf8')).join('\n');

/** A colour of the style sheets in one scheme, through the variables that it names. */
function readToken(name: string, scheme: 'light' | 'dark'): Colour {
  const value = new RegExp(`--${name}: ([^;]+);`).exec(sheets)?.[1] ?? '';
  const variable = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  if (variable) return readToken(variable, scheme);
  const [light = '', dark = ''] = value.match(/#[0-9a-f]{6}/g) ?? [];
  return parseColour(scheme === 'light' ? light : dark);
}

/** CIE 1976 L*a*b* of a colour as one sees it with a matrix of `visions`. */
function perceive(colour: Colour, matrix: Matrix): readonly number[] {
  const linear = colour.map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  const multiply = (by: Matrix, vector: readonly number[]) =>
    by.map((row) => row.reduce((sum, factor, at) => sum + factor * (vector[at] ?? 0), 0));
  const seen = multiply(matrix, linear).map((part) => Math.min(1, Math.max(0, part)));
  const toXyz: Matrix = [
    [0.4124 / 0.9505, 0.3576 / 0.9505, 0.1805 / 0.9505],
    [0.2126, 0.7152, 0.0722],
    [0.0193 / 1.089, 0.1192 / 1.089, 0.9505 / 1.089],
  ];
  const [x = 0, y = 0, z = 0] = multiply(toXyz, seen).map((part) =>
    part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116,
  );
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const distance = (one: readonly number[], other: readonly number[]) =>
  Math.hypot(...one.map((part, at) => part - (other[at] ?? 0)));

/** A difference of 2.3 is just noticed side by side; marks that lie apart need several times as much. */
const minDistance = 10;
const nameOf = (variable: string) => variable.replace(/^var\(--|\)$/g, '');
const groups = [2, 3, 4].map((count) => groupColours(count).map(nameOf));
const emphasis = ['chart-1', 'chart-2'];

/** Colours of charts: those of the style sheet, and those that the build chooses for the accent of a publication. */
const palettes = [
  { owner: 'the house', accent: undefined },
  // As different as accents with enough contrast are; the last two are as light and as dark as they may be.
  ...['#7a1020', '#17508c', '#5b2a86', '#8a4b00', '#7a5c00', '#2f6f10', '#00707a', '#b3261e', '#6f6f6f', '#000000'].map(
    (accent) => ({ owner: accent, accent }),
  ),
].flatMap(({ owner, accent }) =>
  (['light', 'dark'] as const).map((scheme) => {
    const chosen = accent && chooseChartColours(readAccent({ accent })?.[scheme] ?? '', scheme);
    const read = (name: string) =>
      chosen ? parseColour(Object.entries(chosen).find(([key]) => key === name)?.[1] ?? '') : readToken(name, scheme);
    return { owner, scheme, read };
  }),
);
const eyes = Object.entries(visions);

it.each(palettes)('the colours of one chart differ for colour-blind readers of $owner, $scheme', ({ read }) => {
  const close = eyes.flatMap(([vision, matrix]) =>
    [...groups, emphasis].flatMap((names) =>
      names.flatMap((one, at) =>
        names.slice(at + 1).flatMap((other) => {
          const apart = distance(perceive(read(one), matrix), perceive(read(other), matrix));
          const pair = `${one} and ${other} in a chart of ${names.length}, ${vision}: ${apart.toFixed(1)}`;
          return apart < minDistance ? [pair] : [];
        }),
      ),
    ),
  );
  expect(close).toEqual([]);
});

it.each(palettes)('every mark of a chart stands out from the paper of $owner, $scheme', ({ scheme, read }) => {
  const paper = readToken('paper', scheme);
  const pale = chartColourNames.filter((name) => contrast(read(name), paper) < 3);
  expect(pale).toEqual([]);
});

it.each(['light', 'dark'] as const)('files that stand alone have the %s colours of the style sheet', (scheme) => {
  const accent = parseColour(houseAccent[scheme]);
  expect(accent).toEqual(readToken('thread', scheme));
  for (const [name, colour] of Object.entries(resolveChartColours(scheme)))
    expect([name, parseColour(colour)]).toEqual([name, readToken(name, scheme)]);
});
