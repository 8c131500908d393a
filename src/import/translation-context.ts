import type { ImportAssets } from './import-assets.ts';
import type { SourceFolder } from './source-folder.ts';

/** What is known of the whole file while each of its nodes is translated. */
export interface TranslationContext {
  files: SourceFolder;
  hasBibliography: boolean;
  assets: ImportAssets;
  where: (name: string) => string;
  /** Ours of headings, with their words, by pandoc's ids. */
  anchors: ReadonlyMap<string, { anchor: string; words: string }>;
  /** Ours of figures, tables and formulas, by those of the file. */
  labels: ReadonlyMap<string, string>;
  shift: number;
  cited: Set<string>;
}
