import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Colour, parseColour } from '../../library/colour.ts';
import { groupColours } from './bands.ts';
import { lightColours } from './house-style.ts';

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
const emphases = [
  ['chart-1', 'chart-2'],
  ['chart-1', 'chart-3'],
];

it.each(
  Object.keys(visions).flatMap((vision) => (['light', 'dark'] as const).map((scheme) => [vision, scheme] as const)),
)('the colours of one chart differ for readers with %s, in the %s form', (vision, scheme) => {
  const close = [...groups, ...emphases].flatMap((names) =>
    names.flatMap((one, at) =>
      names.slice(at + 1).flatMap((other) => {
        const [a, b] = [one, other].map((name) => perceive(readToken(name, scheme), visions[vision] ?? []));
        const apart = distance(a ?? [], b ?? []);
        return apart < minDistance ? [`${one} and ${other} in a chart of ${names.length}: ${apart.toFixed(1)}`] : [];
      }),
    ),
  );
  expect([...new Set(close)]).toEqual([]);
});

it('files that stand alone have the light colours of the style sheet', () => {
  for (const name of ['chart-1', 'chart-2', 'chart-3', 'chart-4'])
    expect([name, parseColour(lightColours[name] ?? '')]).toEqual([name, readToken(name, 'light')]);
});
