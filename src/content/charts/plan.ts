import type { FigureData } from '../../library/figure-data.ts';
import type { Memo } from '../../library/part-cache.ts';
import type { Report } from '../load/rules.ts';
import type { Column, Table } from './chart-table.ts';
import type { Play } from './play.ts';
import type { Writer } from './points.ts';
import type { Complaint } from './vega-lite-checks.ts';

/** A chart as it was drawn: its numbers, and a picture for each width. */
export interface Chart extends FigureData {
  /** The colours that mean something, in words. */
  legend: { name: string; colour: string }[];
  /** One for each of `widths`. */
  svgs: readonly string[];
  /** How the numbers of its columns are written. */
  formats: readonly Pick<Column, 'digits' | 'isYear'>[];
  play: Play | undefined;
}

/** The place that shows a chart; a downloaded picture names it. */
export interface ChartPlace {
  /** The article and its URL, or the title of the page. */
  source: string;
  /** BCP 47; null when it is the publication's. */
  language: string | null;
}

/** The rows of a file, or why there are none. */
export type DataResult = Table | { missing: string };

export interface ChartContext {
  /** The name of its files, without an ending. */
  id: string;
  label: string | undefined;
  writer: Writer;
  memo: Memo;
  /** Finds a file beside the article or among its artifacts, and nothing else. */
  readData(name: string): Promise<DataResult>;
  /** Takes places in the text of the fence. */
  report: Report;
}

/** What is to be drawn, whichever way its author wrote it down. */
export interface ChartPlan {
  facts: Pick<FigureData, 'title' | 'subtitle' | 'unit' | 'description' | 'note'>;
  legend: Chart['legend'];
  /** Undefined when the numbers shown are those that vega computes. */
  table: Table | undefined;
  play?: Play | undefined;
  draw(width: number): Record<string, unknown>;
  /** Where the data is in the text of the fence. */
  dataAt: number;
  /** Says to the author what vega complains of, or that nothing is drawn. */
  explain(complaint: Complaint): { at: number; message: string };
}
