/** Welch's t of two samples: beyond 2.6 their means differ, with a chance of one in a hundred that they do not. */
export function welchT(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [describe(one), describe(other)];
  return (a.mean - b.mean) / Math.sqrt(a.variance / one.length + b.variance / other.length);
}

function describe(values: readonly number[]): { mean: number; variance: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean, variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1) };
}
