import { type Colour, luminance, mix, parseColour, writeColour } from './colour.ts';

export type Scheme = 'light' | 'dark';
/** The accent of a publication that names none: `--thread` in src/styles/tokens.css. */
export const houseAccent = { light: '#0b5f4c', dark: '#7fd6bb' } as const;
/** The variables of the style sheet, without their hyphens. */
export const chartColourNames = ['chart-1', 'chart-2', 'chart-3', 'chart-4'] as const;
export type ChartColours = Readonly<Record<(typeof chartColourNames)[number], string>>;

/** From this difference in lightness on, marks that are not adjacent differ without their hues. */
const minApart = 11;
/**
 * Lightness (CIE L*) of colours that have 3:1 on the paper of a scheme (WCAG 2.2 SC 1.4.11): the context of an emphasis
 * is as far from the accent as that allows, further series have the range between, and the second hue is best in one
 * place of it.
 */
const ranges = {
  light: { context: 58.5, from: 16, to: 47.5, second: 47.5 },
  dark: { context: 44, from: 55, to: 90, second: 62 },
} as const;
const ochre: Colour = [0xc2, 0x92, 0x0f];
const blue: Colour = [0x2f, 0x6f, 0xc4];
const [white, black]: readonly [Colour, Colour] = [
  [255, 255, 255],
  [0, 0, 0],
];

/**
 * The colours of charts that go with an accent: 1 is the accent, 2 its context, 3 and 4 further series. Each differs
 * from the others in lightness by at least ten, so that no reader needs to see a hue.
 */
export function chooseChartColours(accent: string, scheme: Scheme): ChartColours {
  const colour = parseColour(accent);
  const own = toLightness(luminance(colour));
  const { context, from, to, second } = ranges[scheme];
  const steps = Array.from({ length: Math.floor(to - from) + 1 }, (_, at) => to - at);
  const score = ([third, fourth]: readonly [number, number]) => {
    const apart = Math.min(
      ...[fourth - own, third - own, third - fourth, third - context, fourth - context].map(Math.abs),
    );
    return Math.min(apart, minApart) * 100 - Math.abs(fourth - second) + apart / 10;
  };
  const pairs = steps.flatMap((third) => steps.map((fourth) => [third, fourth] as const));
  const [third, fourth] = pairs.reduce((best, pair) => (score(pair) > score(best) ? pair : best));
  return {
    'chart-1': accent,
    'chart-2': writeColour(atLightness(mute(colour, 0.25), context)),
    'chart-3': writeColour(atLightness(mute(colour, 0.6), third)),
    'chart-4': writeColour(atLightness(isWarm(colour) ? blue : ochre, fourth)),
  };
}

/** Between red and yellow-green, where ochre would not be seen to be another colour. */
function isWarm([red, green, blue]: Colour): boolean {
  return red - blue > 40 && red >= green * 0.9;
}

/** The colour with so much of its own grey in it. */
function mute(colour: Colour, share: number): Colour {
  const grey = colour[0] * 0.3 + colour[1] * 0.6 + colour[2] * 0.1;
  return mix(colour, [grey, grey, grey], share);
}

/** The same hue, darkened or lightened until it has a lightness. */
function atLightness(colour: Colour, lightness: number): Colour {
  const isLighter = toLightness(luminance(colour)) < lightness;
  let [near, far] = [0, 1];
  for (let step = 0; step < 12; step += 1) {
    const share = (near + far) / 2;
    const isShort = toLightness(luminance(mix(colour, isLighter ? white : black, share))) < lightness === isLighter;
    if (isShort) near = share;
    else far = share;
  }
  return mix(colour, isLighter ? white : black, far);
}

function toLightness(share: number): number {
  return share > 0.008856 ? 116 * Math.cbrt(share) - 16 : 903.3 * share;
}
