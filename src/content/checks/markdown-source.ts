import type { Token } from 'marked';
import type { Chart } from '../charts/plan.ts';
import type { Bibliography } from '../citations/bibliography.ts';
import type { FigureFile, FigureOwner } from '../load/figures.ts';
import type { PlacedTerm } from '../markdown/glossary.ts';
import type { Heading } from '../markdown/headings.ts';
import type { FootnoteDefinition, Node, TokenPosition } from '../markdown/markdown-tokens.ts';

/** One Markdown body, read and looked over: all that rendering needs. */
export interface MarkdownDocument {
  owner: FigureOwner;
  /**
   * The body after the front matter, generated parts put in: the `raw` of the tokens, one after the other. A cut at the
   * end of a token therefore never holds a word of the next one.
   */
  markdown: string;
  tokens: readonly Token[];
  placed: readonly TokenPosition[];
  headings: readonly Heading[];
  /** Terms that the page named `glossary` explains; empty for every other document. */
  terms: readonly PlacedTerm[];
  /** The first definition of each label. */
  footnotes: ReadonlyMap<string, FootnoteDefinition>;
  /** Formula to MathML; one that KaTeX could not read is missing. */
  math: ReadonlyMap<Node, string>;
  /** Files by the URL the author wrote; a missing file has no entry. */
  figures: ReadonlyMap<string, FigureFile>;
  /** Chart to what was drawn of it; one with an error is missing. */
  charts: ReadonlyMap<Node, Chart>;
  /** The same charts in their order. */
  drawn: readonly Chart[];
  bibliography: Bibliography | undefined;
  /** Line and column in the file of a place in `markdown`. */
  positionOf(at: number): { line: number; column: number };
  /** SHA-256 of everything that the other fields are derived from, apart from positions in the file. */
  digest: string;
  /** The end of the preview, if the author marked one. */
  marker: PreviewMarker | undefined;
}

export interface PreviewMarker {
  /** Its place among the top-level tokens. */
  index: number;
  at: number;
  end: number;
}
