// The parts of Citation.js that are used; the packages ship no types.
declare module '@citation-js/core' {
  export class Cite {
    constructor(input: unknown, options: { forceType: string });
    data: unknown[];
    format(
      output: 'bibliography',
      options: { template: string; format: 'html'; lang: string; asEntryArray: true; nosort?: boolean },
    ): unknown;
  }
  export const plugins: {
    input: { data(input: string, type: string): unknown };
    config: {
      get(name: '@csl'): { styles: { get(style: 'apa'): string; add(style: string, xml: string): void } };
      get(name: string): unknown;
    };
  };
}
declare module '@citation-js/plugin-bibtex';
declare module '@citation-js/plugin-csl';
