import { measureText } from '../../src/content/charts/text-width.ts';

export interface PlacedText {
  text: string;
  isBold: boolean;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Geometry {
  texts: PlacedText[];
  /** Corners of the lines that connect values, and of axes and grid lines; only the former are drawn 2 pixels wide. */
  lines: { points: [x: number, y: number][]; isSeries: boolean }[];
}

const element = /<(?<close>\/?)(?<name>g|text|line|path)\b(?<attributes>[^>]*?)(?<isEmpty>\/?)>(?<text>[^<]*)/g;

/** Where the words and lines of a chart are, in pixels of its picture. */
export function readGeometry(svg: string): Geometry {
  const texts: PlacedText[] = [];
  const lines: Geometry['lines'] = [];
  const stack: [number, number][] = [[0, 0]];
  for (const { groups = {} } of svg.matchAll(element)) {
    const { close, name, attributes = '', isEmpty, text = '' } = groups;
    if (close) {
      if (name === 'g') stack.pop();
      continue;
    }
    const [, dx = 0, dy = 0] = /translate\(([-\d.]+),([-\d.]+)\)/.exec(attributes) ?? [];
    const [x, y] = stack.at(-1) ?? [0, 0];
    const origin: [number, number] = [x + Number(dx), y + Number(dy)];
    const read = (key: string) => new RegExp(` ${key}="([^"]*)"`).exec(attributes)?.[1] ?? '';
    if (name === 'g' && !isEmpty) stack.push(origin);
    if (name === 'text') texts.push(placeText(text, { origin, anchor: read('text-anchor'), attributes }));
    const drawn = name === 'line' ? `M0,0L${Number(read('x2'))},${Number(read('y2'))}` : read('d');
    if (name !== 'line' && (name !== 'path' || / fill="/.test(attributes))) continue;
    const points = [...drawn.matchAll(/([-\d.]+),([-\d.]+)/g)].map(([, px, py]): [number, number] => [
      origin[0] + Number(px),
      origin[1] + Number(py),
    ]);
    lines.push({ points, isSeries: name === 'path' });
  }
  return { texts, lines };
}

/** The box of a text from the feet of its letters to the tops of its digits. */
function placeText(
  text: string,
  { origin: [x, y], anchor, attributes }: { origin: [number, number]; anchor: string; attributes: string },
): PlacedText {
  const written = text.replaceAll('&amp;', '&');
  const isBold = attributes.includes('font-weight="600"');
  const width = measureText(written, 13, isBold ? 600 : 400);
  const left = x - width * ({ middle: 0.5, end: 1 }[anchor] ?? 0);
  return { text: written, isBold, left, right: left + width, top: y - 9.5, bottom: y };
}

/** The pairs of texts of which one touches the other. */
export function findOverlaps({ texts }: Geometry): string[] {
  return texts.flatMap((one, at) =>
    texts
      .slice(at + 1)
      .filter(
        (other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom,
      )
      .map((other) => `${one.text} | ${other.text}`),
  );
}

/** The texts at values that a line between values goes through. */
export function findStruck({ texts, lines }: Geometry): string[] {
  const series = lines.filter(({ isSeries }) => isSeries);
  return texts
    .filter(({ isBold }) => isBold)
    .filter((text) => series.some(({ points }) => points.some((point, at) => strikes(text, point, points[at + 1]))))
    .map(({ text }) => text);
}

function strikes(
  { left, right, top, bottom }: PlacedText,
  [x, y]: [number, number],
  next: [number, number] | undefined,
): boolean {
  if (!next) return false;
  const steps = Math.ceil(Math.hypot(next[0] - x, next[1] - y));
  return Array.from({ length: steps + 1 }, (_, at) => at / Math.max(steps, 1)).some((share) => {
    const [px, py] = [x + share * (next[0] - x), y + share * (next[1] - y)];
    return px > left && px < right && py > top && py < bottom;
  });
}
