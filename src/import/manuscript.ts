import type { ManuscriptFacts } from './manuscript-facts.ts';

/** A file of another program as it will be in `content/articles`. */
export interface Manuscript {
  /** Undefined when the file names none. */
  title: string | undefined;
  /** Author names as in the file; only the publication knows their IDs in authors.yaml. */
  authors: string[];
  abstract: string;
  facts: ManuscriptFacts;
  markdown: string;
  /** BibTeX of what is cited; empty without any. */
  bibliography: string;
}
