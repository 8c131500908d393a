/** Exports of `vega` that its own types leave out. */
declare module 'vega' {
  export const textMetrics: {
    canvas(use: boolean): void;
    width(item: { fontSize?: number; fontWeight?: number | string }, text: unknown): number;
  };
  export function setRandom(random: () => number): void;
  export function randomLCG(seed: number): () => number;
}
