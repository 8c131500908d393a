import { createHash } from 'node:crypto';
import { type Leaf, mix, type Opening, openLeaves, type Point } from './leaves.ts';
import type { PlateSection } from './structure.ts';

/** The pictures that are drawn of an article; each is composed for its size, not scaled. */
const formats = {
  hero: { width: 736, height: 460, leaves: 60, line: 1.4, knot: 5, pitch: 3.4, hasFolds: true },
  half: { width: 480, height: 320, leaves: 34, line: 1.5, knot: 4.5, pitch: 3.4, hasFolds: false },
  card: { width: 560, height: 630, leaves: 56, line: 1.8, knot: 6.5, pitch: 3.6, hasFolds: true },
  thumb: { width: 120, height: 80, leaves: 14, line: 1.1, knot: 2.4, pitch: 2, hasFolds: false },
  band: { width: 1440, height: 176, leaves: 60, line: 1.4, knot: 4, pitch: 3.4, hasFolds: false },
} as const;

export type PlateFormat = keyof typeof formats;
export type Plate = { sections: readonly PlateSection[]; slug: string; cloth: number; isRetracted: boolean };

/**
 * Draws an article as an opened book, seen from its end: a gathering for each section, a leaf for its words, a knot for
 * a citation, a heavy leaf for a figure, and uncut leaves for what is paid.
 * @returns SVG without a style: `.plate` and `.cloth-<n>` of the style sheet have the colours
 */
export function drawPlate({ sections, slug, cloth, isRetracted }: Plate, format: PlateFormat): string {
  const { width, height, line, knot, hasFolds } = formats[format];
  const { opening, transform } = hold(sections, { slug, format });
  const leaves = openLeaves(sections, opening);
  const gatherings = sections.map((section) => leaves.filter((leaf) => leaf.section === section));
  const open = leaves.filter(({ section, hasFigure }) => section.isOpen && !hasFigure);
  const paths = [
    ...gatherings.map((own, order) => path(own[0]?.section.isOpen ? `w w${order % 2}` : '', drawWash(own))),
    path('u', gatherings.map(drawUncut).join('')),
    path(
      'l',
      open.map(drawLeaf).join('') + (hasFolds ? gatherings.map((own) => drawFolds(own, opening.pitch)).join('') : ''),
    ),
    path(
      'h',
      leaves
        .filter(({ hasFigure }) => hasFigure)
        .map(drawLeaf)
        .join(''),
      line * 2.2,
    ),
    path('h', gatherings.map((own) => drawStitch(own, line)).join(''), line * 1.7),
  ];
  const knots = leaves.filter(({ hasCitation }) => hasCitation).map(({ tip: [x, y] }) => `M${pair(x, y)}h0`);
  const classes = `plate cloth-${cloth}${isRetracted ? ' plate-retracted' : ''}`;
  return `<svg class="${classes}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" preserveAspectRatio="xMidYMax slice" stroke-width="${line}" aria-hidden="true" focusable="false"><path class="g" d="M0 0h${width}v${height}H0z"/><g${transform}>${paths.join('')}${path('k', knots.join(''), knot * 2)}</g></svg>`;
}

/** The slug decides how the book is rotated, so that a correction does not change the composition. */
function hold(
  sections: readonly PlateSection[],
  { slug, format }: { slug: string; format: PlateFormat },
): { opening: Opening; transform: string } {
  const { width, height, leaves, pitch } = formats[format];
  const dice = createHash('sha256').update(slug).digest();
  const roll = (at: number) => (dice[at] ?? 0) / 255;
  const words = sections.reduce((sum, section) => sum + section.words, 0);
  const count = (key: 'citations' | 'figures') => sections.reduce((sum, section) => sum + section[key].length, 0);
  const common = {
    pitch,
    wordsPerLeaf: Math.max(format === 'thumb' ? 70 : 19, words / (leaves - (sections.length > 11 ? 10 : 0))),
    // A survey with two hundred references is shown by a few knots: a plate is a face, not a table.
    maxMarks: { citations: count('citations') > 24 ? 2 : 99, figures: count('figures') > 20 ? 1 : 99 },
  };
  if (format === 'band') {
    const spine: Point = [width * mix(0.42, 0.58, roll(1)), height * 0.98];
    const angles = [Math.PI * 0.985, Math.PI * 0.015] as const;
    return { opening: { ...common, spine, reach: [width * 0.62, height * 1.02], angles, lean: 0 }, transform: '' };
  }
  // Lying, leaning to either side, or standing on its fore-edge. The frame cuts what reaches over it.
  const pose = poses[format === 'card' ? 0 : dice[0] ? dice[0] % poses.length : 0] ?? poses[0];
  const isStanding = pose.turn === 90;
  const [w, h] = isStanding ? [height, width] : [width, height];
  const lean = roll(1) - 0.5;
  const spine: Point = [Math.round(w * (0.5 + lean * pose.play)), Math.round(h * pose.spine)];
  const reach: Point = [
    w * mix(0.58, 0.68, roll(2)) * pose.grow[0],
    spine[1] * mix(0.88, 0.96, roll(3)) * pose.grow[1],
  ];
  const angles = [Math.PI * mix(0.99, 0.93, roll(4)), Math.PI * mix(0.01, 0.07, roll(5))] as const;
  const turned = pose.turn
    ? `translate(${Math.round(-w * 0.18 * Math.sign(pose.turn))} 0)rotate(${pose.turn} ${pair(...spine)})`
    : '';
  const transform = isStanding ? `translate(${width} 0)rotate(90)` : turned;
  return { opening: { ...common, spine, reach, angles, lean }, transform: transform && ` transform="${transform}"` };
}

const poses = [
  { turn: 0, play: 0.3, spine: 0.94, grow: [1.12, 1] },
  { turn: -34, play: 0.1, spine: 0.98, grow: [1.25, 1.2] },
  { turn: 34, play: 0.1, spine: 0.98, grow: [1.25, 1.2] },
  { turn: 90, play: 0.1, spine: 0.92, grow: [1.35, 1.2] },
] as const;

const path = (name: string, d: string, width?: number): string =>
  d && `<path class="${name}"${width ? ` stroke-width="${Number(width.toFixed(1))}"` : ''} d="${d}"/>`;

/** Whole numbers of a path; a minus sign parts two numbers as well as a space does. */
const pair = (...numbers: number[]): string => numbers.map(Math.round).join(' ').replaceAll(' -', '-');

/** A curve from a point through two controls, written as distances from the point. */
function curve(from: Point, ...points: readonly Point[]): string {
  return `c${pair(...points.flatMap(([x, y]) => [x - from[0], y - from[1]]))}`;
}

const snap = ([x, y]: Point): Point => [Math.round(x), Math.round(y)];
const rise = ({ base, controls, tip }: Leaf): string => curve(snap(base), ...controls, snap(tip));
const fall = ({ base, controls: [up, arrive], tip }: Leaf): string => curve(snap(tip), arrive, up, snap(base));
const drawLeaf = (leaf: Leaf): string => `M${pair(...leaf.base)}${rise(leaf)}`;

/** The surface between the first and the last leaf of a gathering, along the tips of those between. */
function drawWash(own: readonly Leaf[]): string {
  const [first] = own;
  const last = own.at(-1);
  if (!first?.section.isOpen || !last) return '';
  const edge = own.slice(1).map(({ tip }, order) => pair(...distance(own[order]?.tip ?? tip, tip)));
  return `${drawLeaf(first)}l${edge.join(' ').replaceAll(' -', '-')}${fall(last)}z`;
}

const distance = (from: Point, to: Point): Point => {
  const [a, b] = [snap(from), snap(to)];
  return [b[0] - a[0], b[1] - a[1]];
};

/** Two leaves that are joined at the tip, as in a book that has not been opened yet. */
function drawUncut(own: readonly Leaf[]): string {
  if (own[0]?.section.isOpen) return '';
  return own
    .filter((_, order) => order % 2 === 0)
    .map((leaf, order) => {
      const mate = own[order * 2 + 1] ?? leaf;
      const cap: Point = [mix(leaf.tip[0], mate.tip[0], 0.5), mix(leaf.tip[1], mate.tip[1], 0.5)];
      const out: Point = [cap[0] + (cap[0] - leaf.base[0]) * 0.07, cap[1] + (cap[1] - leaf.base[1]) * 0.07];
      const [x, y] = snap(leaf.tip);
      return `${drawLeaf(leaf)}q${pair(out[0] - x, out[1] - y, ...distance(leaf.tip, mate.tip))}${fall(mate)}`;
    })
    .join('');
}

/** A sheet is a leaf, its fold, and the leaf on the other side of the gathering. */
function drawFolds(own: readonly Leaf[], pitch: number): string {
  return own
    .slice(0, Math.floor(own.length / 2))
    .map(({ base }, order) => {
      const radius = Number((((own.length - 1) / 2 - order) * pitch).toFixed(1));
      return `M${pair(...base)}a${radius} ${radius} 0 0 0 ${Math.round(radius * 2)} 0`;
    })
    .join('');
}

function drawStitch(own: readonly Leaf[], line: number): string {
  const [first] = own;
  const last = own.at(-1);
  if (!first || !last) return '';
  return `M${pair(first.base[0], first.base[1] - line * 6)}h${Math.round(last.base[0] - first.base[0])}`;
}
