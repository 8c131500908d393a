/** A file of another program as it will lie in `content/articles`. */
export interface Imported {
  /** Undefined when the file names none. */
  title: string | undefined;
  /** Names as the file has them; ids of authors.yaml are somebody else's knowledge. */
  authors: string[];
  abstract: string;
  markdown: string;
  /** BibTeX of what is cited; empty without any. */
  bibliography: string;
}

/** Where the parts of an import go while it is read. */
export interface Baggage {
  slug: string;
  /** Takes a figure. @returns the address to write in the Markdown, or undefined when it is none that can be shown. */
  addFigure(name: string, bytes: Buffer): string | undefined;
  /** Remembers what could not be carried over, once. */
  leave(what: string): void;
}

export interface Luggage extends Baggage {
  figures: ReadonlyMap<string, Buffer>;
  left: readonly string[];
}
