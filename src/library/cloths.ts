import { type Colour, mix, parseColour, writeColour } from './colour.ts';

/** Colours of one plate in one scheme: its ground, the wash of open gatherings, the thread of leaves, the knots. */
type Cloth = readonly [ground: string, wash: string, thread: string, knot: string];

/** Forest, linen, night, celadon, ochre, slate; on light and on dark paper. Neighbours in a list differ. */
const house: readonly { light: Cloth; dark: Cloth }[] = [
  { light: ['#0c4638', '#2c7a63', '#eef3dc', '#f2cf5b'], dark: ['#0b3a2f', '#1f6552', '#dbe9d2', '#eac64f'] },
  { light: ['#ece5d0', '#cfc290', '#15392f', '#0b6b53'], dark: ['#292619', '#4a4427', '#e6dcba', '#7fd6bb'] },
  { light: ['#16231e', '#2c483d', '#bfe6d7', '#f2cf5b'], dark: ['#1b2b25', '#335246', '#bfe6d7', '#f2cf5b'] },
  { light: ['#b4d6c7', '#7fb19d', '#0a3d31', '#fff6cf'], dark: ['#234a3d', '#3b7060', '#cdeee0', '#f6e58d'] },
  { light: ['#ebd277', '#cfae3f', '#173a2f', '#0b5f4c'], dark: ['#37331a', '#5a5124', '#efdb8b', '#9fe3cc'] },
  { light: ['#2b4a57', '#47717f', '#e0efe9', '#f2cf5b'], dark: ['#20394a', '#385c72', '#d3e6ea', '#f2cf5b'] },
];
export const clothCount = house.length;

const white: Colour = [255, 255, 255];
const black: Colour = [10, 16, 14];

/** The same six in shades of a publication's own accent: towards black or white, by so much. */
const shades: readonly (readonly [towards: Colour, light: number, dark: number])[] = [
  [black, 0.25, 0.5],
  [white, 0.85, 0.8],
  [black, 0.8, 0.78],
  [white, 0.55, 0.62],
  [white, 0.72, 0.7],
  [black, 0, 0.35],
];

/** Cloths of a publication, by its accent on light paper; without one, those of the house. */
export function listCloths(accent: string | undefined): readonly { light: Cloth; dark: Cloth }[] {
  if (accent === undefined) return house;
  const colour = parseColour(accent);
  return shades.map(([towards, light, dark]) => ({
    light: toCloth(mix(colour, towards, light)),
    dark: toCloth(mix(colour, black, dark)),
  }));

  function toCloth(ground: Colour): Cloth {
    const isLight = ground[0] * 0.3 + ground[1] * 0.6 + ground[2] * 0.1 > 140;
    const thread = isLight ? mix(colour, black, 0.5) : mix(colour, white, 0.86);
    const knot = isLight ? colour : white;
    return [writeColour(ground), writeColour(mix(ground, thread, 0.24)), writeColour(thread), writeColour(knot)];
  }
}

/** Style rules that give `.cloth-<n>` its colours. */
export function writeCloths(accent: string | undefined): string {
  return listCloths(accent)
    .map(({ light, dark }, number) => {
      const tokens = ['g', 'w', 't', 'k'].map((name, at) => `--${name}:light-dark(${light[at]},${dark[at]})`);
      return `.cloth-${number}{${tokens.join(';')}}`;
    })
    .join('\n');
}
