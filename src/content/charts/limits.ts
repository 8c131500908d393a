/** A picture with more values than this is megabytes of SVG, and no reader can tell its marks apart. */
export const maxValues = 2000;
/** More bars than this are thinner than the gaps between them. */
export const maxBins = 200;

/** A number in an error message. */
export function count(value: number): string {
  return value.toLocaleString('en');
}

export function explainTooMany(values: number): string {
  return `This draws ${count(values)} values, and a drawing has at most ${count(maxValues)}; aggregate them first, or draw a histogram`;
}

/** Says how many bins there would be. */
export function explainTooThin(bins: number): string {
  return `This makes ${Number.isFinite(bins) ? count(bins) : 'endless'} bins, and a histogram has at most ${maxBins}; choose a wider step`;
}
