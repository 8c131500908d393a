/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number];

/** The page backgrounds behind text in the accent colour: src/styles/tokens.css. */
const papers = {
  light: [
    [0xf5, 0xf7, 0xf4],
    [0xfc, 0xfd, 0xfb],
  ],
  dark: [
    [0x0f, 0x15, 0x13],
    [0x16, 0x1e, 0x1b],
  ],
} as const satisfies Record<string, readonly Colour[]>;
const white: Colour = [255, 255, 255];
const black: Colour = [8, 20, 16];

/** WCAG 2.2 AA for text: success criterion 1.4.3. */
export const minContrast = 4.5;

/** @param hex `#0b5f4c` */
export function parseColour(hex: string): Colour {
  const at = (place: number) => Number.parseInt(hex.slice(place, place + 2), 16);
  return [at(1), at(3), at(5)];
}

/** As `#rrggbb`. */
export function writeColour(colour: Colour): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** WCAG 2.2 contrast ratio, 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** WCAG 2.2 relative luminance, 0 to 1. */
export function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function mix(from: Colour, to: Colour, share: number): Colour {
  const at = (place: 0 | 1 | 2) => from[place] + (to[place] - from[place]) * share;
  return [at(0), at(1), at(2)];
}

/** How well an accent can be read where it is used: as text on every paper of a scheme and on its own wash. */
export function readability(accent: Colour, scheme: keyof typeof papers): number {
  return Math.min(...[...papers[scheme], mixWash(accent, scheme)].map((paper) => contrast(accent, paper)));
}

/** The same hue, lightened until it can be read on dark paper. */
export function lighten(accent: Colour): Colour {
  for (let share = 0; share < 1; share += 0.05) {
    const lighter = mix(accent, white, share);
    if (readability(lighter, 'dark') >= 7) return lighter;
  }
  return white;
}

/** Paper with a breath of the accent in it. */
export function mixWash(accent: Colour, scheme: keyof typeof papers): Colour {
  return mix(papers[scheme][0], accent, 0.1);
}

/** What is written on a surface of the accent: whichever of white and near black is read better. */
export function inkOn(accent: Colour): Colour {
  return contrast(accent, white) >= contrast(accent, black) ? white : black;
}
