import type { PlateSection } from './structure.ts';

/** One leaf of the opened quire, in the units of the drawing. */
export interface Leaf {
  section: PlateSection;
  base: Point;
  /** Control points of the curve from its base to its tip. */
  controls: readonly [Point, Point];
  tip: Point;
  hasCitation: boolean;
  hasFigure: boolean;
}

export type Point = readonly [x: number, y: number];

/** How the book is opened: where its spine is, how far its leaves reach, and between which angles. */
export interface Opening {
  spine: Point;
  reach: Point;
  angles: readonly [from: number, to: number];
  /** Distance between two leaves at the spine. */
  pitch: number;
  /** -0.5 to 0.5: to which side the leaves lean as they leave the spine. */
  lean: number;
  wordsPerLeaf: number;
  /** Drawn citations and figures of one section, at most. */
  maxMarks: { citations: number; figures: number };
}

/** A leaf before it is bent: where it is in the fan, and how long it is. */
interface Flat {
  section: PlateSection;
  place: number;
  length: number;
  hasCitation: boolean;
  hasFigure: boolean;
}

const gap = 1.15;
const uncutWidth = 1.5;

export const mix = (from: number, to: number, share: number): number => from + (to - from) * share;

/** Opens the sections on one spine, in their order from left to right. */
export function openLeaves(sections: readonly PlateSection[], opening: Opening): Leaf[] {
  const flat = layLeaves(sections, opening);
  const last = flat.at(-1)?.place ?? 1;
  const middle = (flat.length - 1) / 2;
  return flat.map((leaf, order) =>
    bend(leaf, { ...opening, offset: (order - middle) * opening.pitch, share: last > 0 ? leaf.place / last : 0.5 }),
  );
}

function layLeaves(sections: readonly PlateSection[], { wordsPerLeaf, maxMarks }: Opening): Flat[] {
  const largest = Math.max(260, ...sections.map(({ words }) => words));
  const leaves: Flat[] = [];
  let place = 0;
  for (const [index, section] of sections.entries()) {
    const count = countLeaves(section, wordsPerLeaf);
    const citations = findMarked(section.citations, { count, max: maxMarks.citations });
    const figures = findMarked(section.figures, { count, max: maxMarks.figures });
    if (index > 0) place += section.isOpen === sections[index - 1]?.isOpen ? gap : gap * 4;
    const long = mix(0.5, 1, Math.sqrt(section.words / largest));
    for (let leaf = 0; leaf < count; leaf++) {
      // A gathering is rounded at its fore-edge.
      const length = long * (0.9 + 0.1 * Math.sin((Math.PI * leaf) / (count - 1)));
      leaves.push({ section, place, length, hasCitation: citations.has(leaf), hasFigure: figures.has(leaf) });
      place += section.isOpen ? 1 : uncutWidth;
    }
  }
  return leaves;
}

/** An uncut gathering has pairs of leaves, and fewer, because each takes more room. */
function countLeaves({ words, isOpen }: PlateSection, wordsPerLeaf: number): number {
  const count = words / wordsPerLeaf;
  return Math.max(2, isOpen ? Math.round(count) : Math.round(count / uncutWidth / 2) * 2);
}

function findMarked(places: readonly number[], { count, max }: { count: number; max: number }): ReadonlySet<number> {
  const each = Math.ceil(places.length / max);
  const shown = places.filter((_, order) => order % each === 0);
  return new Set(shown.map((place) => Math.min(count - 1, Math.floor(place * count))));
}

/** Leaves rise from the spine; the nearer to the table they lie, the more they bend. */
function bend(
  leaf: Flat,
  { spine, reach, angles, lean, offset, share }: Opening & { offset: number; share: number },
): Leaf {
  const { section, length, hasCitation, hasFigure } = leaf;
  const angle = mix(...angles, share);
  const flatness = Math.abs(Math.cos(angle));
  const width = reach[0] * length;
  const height = reach[1] * length;
  const base: Point = [spine[0] + offset, spine[1]];
  const tip: Point = [spine[0] + Math.cos(angle) * width, spine[1] - Math.sin(angle) * height];
  const rise: Point = [base[0] + lean * 20, spine[1] - height * mix(0.42, 0.62, flatness)];
  const arrive: Point = [
    mix(tip[0], base[0], mix(0.3, 0.34, flatness)),
    tip[1] + height * mix(0.26, -0.34, flatness ** 1.2),
  ];
  return { section, base, controls: [rise, arrive], tip, hasCitation, hasFigure };
}
