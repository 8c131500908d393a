// The parts of Citation.js that are used; the packages ship no types.
declare module '@citation-js/core' {
  export class Cite {
    constructor(input: string, options: { forceType: string });
    data: unknown[];
    format(
      output: 'bibliography',
      options: { template: string; format: 'html'; lang: string; asEntryArray: true; nosort?: boolean },
    ): unknown;
  }
}
declare module '@citation-js/plugin-bibtex';
declare module '@citation-js/plugin-csl';
