import { chartColourNames, chooseChartColours } from './chart-colours.ts';
import { writeCloths } from './cloths.ts';
import { inkOn, lighten, mixWash, parseColour, writeColour } from './colour.ts';
import type { Looks } from './publication-settings.ts';

/** Where the picture stands that is shown when a page of the site is shared. */
export function socialPicture({ socialPicture: own }: Looks): string {
  return own ?? '/og/default.png';
}

export function readAccent({ accent }: Pick<Looks, 'accent'>): { light: string; dark: string } | undefined {
  if (accent === undefined) return undefined;
  return typeof accent === 'string' ? { light: accent, dark: writeColour(lighten(parseColour(accent))) } : accent;
}

/** The style rules by which one publication differs from another: src/styles/tokens.css has the names. */
export function writeLooks(looks: Looks): string {
  const faces = (['serif', 'sans', 'mono'] as const).flatMap((kind) => {
    const face = looks.typeFaces[kind];
    return face ? [{ kind, ...face }] : [];
  });
  const files = faces.flatMap(({ family, file }) =>
    file === undefined
      ? []
      : [
          `@font-face{font-family:"${family}";font-weight:100 900;font-display:optional;src:url("${file}") format("woff2")}`,
        ],
  );
  const tokens = [
    ...accentTokens(looks),
    ...(looks.typeFaces.serif ? ['--display:var(--serif)'] : []),
    ...faces.map(
      ({ kind, family }) => `--${kind}:"${family}",${{ serif: 'serif', sans: 'sans-serif', mono: 'monospace' }[kind]}`,
    ),
  ];
  const cloths = looks.plates ? [writeCloths(readAccent(looks)?.light)] : [];
  return [...files, ...(tokens.length > 0 ? [`:root{${tokens.join(';')}}`] : []), ...cloths].join('\n');
}

function accentTokens(looks: Looks): string[] {
  const accent = readAccent(looks);
  if (!accent) return [];
  const [light, dark] = [parseColour(accent.light), parseColour(accent.dark)];
  const pair = (name: string, one: typeof light, other: typeof dark) =>
    `--${name}:light-dark(${writeColour(one)},${writeColour(other)})`;
  const charts = { light: chooseChartColours(accent.light, 'light'), dark: chooseChartColours(accent.dark, 'dark') };
  return [
    pair('accent', light, dark),
    pair('thread', light, dark),
    pair('accent-wash', mixWash(light, 'light'), mixWash(dark, 'dark')),
    pair('on-accent', inkOn(light), inkOn(dark)),
    ...chartColourNames.map((name) => `--${name}:light-dark(${charts.light[name]},${charts.dark[name]})`),
  ];
}
