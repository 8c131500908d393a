declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2';
      variationAxes?: Record<string, number | { min: number; max: number }>;
      keepFeatures: readonly string[];
      noHinting: boolean;
      preserveNameIds: readonly number[];
    },
  ): Promise<Buffer>;
}
