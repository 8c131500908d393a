// Computes every figure of content/articles/how-bm25-decides.md from six texts, which are all there is to rank.
import { writeChartData } from '../chart-data.ts';

const texts: Readonly<Record<string, string>> = {
  A: 'Salt dissolves in water.',
  B: 'Sea water tastes of salt, because rivers bring salt to the sea and the sun takes only the water.',
  C: 'Salt was money, salt was tax, and salt was why roads were built.',
  D: 'Boil water, and salt it before the pasta goes in, not after; then wait until the water boils again, stir once, and keep a cup of the cloudy water for the sauce, which it binds.',
  E: 'Ice floats on water.',
  F: 'Tea needs a warm pot and patience.',
};
const query: readonly string[] = ['salt', 'water'];

const split = (text: string): readonly string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];
const documents = new Map(Object.entries(texts).map(([name, text]) => [name, split(text)]));
const count = documents.size;
const meanLength = [...documents.values()].reduce((sum, words) => sum + words.length, 0) / count;

/** The weight of a rare word: Robertson and Spärck Jones, with 1 inside the logarithm so that it is never negative. */
function weighRarity(term: string): number {
  const having = [...documents.values()].filter((words) => words.includes(term)).length;
  return Math.log(1 + (count - having + 0.5) / (having + 0.5));
}

/** The part of BM25 that k1 and b shape. @param length in words, relative to the mean */
export function saturate(frequency: number, length: number, { k1, b }: { k1: number; b: number }): number {
  return (frequency * (k1 + 1)) / (frequency + k1 * (1 - b + b * length));
}

function score(words: readonly string[], settings: { k1: number; b: number }): number {
  return query.reduce((sum, term) => {
    const frequency = words.filter((word) => word === term).length;
    return frequency === 0 ? sum : sum + weighRarity(term) * saturate(frequency, words.length / meanLength, settings);
  }, 0);
}

const round = (value: number, digits = 2) => Number(value.toFixed(digits));
const settings = [
  { name: 'k1 = 0', k1: 0, b: 0 },
  { name: 'k1 = 1.2 and b = 0', k1: 1.2, b: 0 },
  { name: 'k1 = 1.2 and b = 0.75', k1: 1.2, b: 0.75 },
  { name: 'k1 = 10 and b = 0', k1: 10, b: 0 },
];

const saturation = [0, 0.5, 1.2, 10].flatMap((k1) =>
  [1, 2, 3, 4, 5, 6, 7, 8].map((frequency) => ({
    occurrences: frequency,
    factor: round(saturate(frequency, 1, { k1, b: 0 })),
    k1: `k1 = ${k1}`,
  })),
);
const length = [0, 0.4, 0.75, 1].flatMap((b) =>
  [0.5, 1, 1.5, 2, 3, 4].map((times) => ({
    'times the mean': times,
    factor: round(saturate(2, times, { k1: 1.2, b })),
    b: `b = ${b}`,
  })),
);
const ranking = settings.flatMap((each) =>
  [...documents].map(([name, words]) => ({ text: name, score: round(score(words, each)), settings: each.name })),
);

/** What readers set themselves, from nothing to far more than any engine uses. */
const scores = [0, 0.4, 0.8, 1.2, 2, 4, 10].flatMap((k1) =>
  [0, 0.25, 0.5, 0.75, 1].flatMap((b) =>
    [...documents].map(([name, words]) => ({ k1, b, text: name, score: round(score(words, { k1, b })) })),
  ),
);

writeChartData('how-bm25-decides', { saturation, length, ranking, scores });
const lengths = [...documents].map(([name, words]) => `${name} ${words.length}`).join(', ');
const withUsual = (frequency: number) => saturate(frequency, 1, { k1: 1.2, b: 0 });
process.stdout.write(`lengths ${lengths}; mean ${round(meanLength, 1)}
added with k1 = 1.2: ${[2, 8].map((frequency) => round(withUsual(frequency) - withUsual(frequency - 1))).join(', ')}
rarity: ${query.map((term) => `${term} ${round(weighRarity(term))}`).join(', ')}
${settings
  .map(
    (each) =>
      `${each.name}: ${[...documents]
        .map(([name, words]) => [name, score(words, each)] as const)
        .toSorted(([, a], [, b]) => b - a)
        .map(([name, value]) => `${name} ${round(value)}`)
        .join(' ')}`,
  )
  .join('\n')}
`);
