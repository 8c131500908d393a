/** A file of another program as it will lie in `content/articles`. */
export interface Manuscript {
  /** Undefined when the file names none. */
  title: string | undefined;
  /** Names as the file has them; ids of authors.yaml are somebody else's knowledge. */
  authors: string[];
  abstract: string;
  markdown: string;
  /** BibTeX of what is cited; empty without any. */
  bibliography: string;
}
