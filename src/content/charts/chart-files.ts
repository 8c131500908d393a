import { csvType } from '../../contract/document-urls.ts';
import type { Memo } from '../../library/part-cache.ts';
import { toCsv } from './csv.ts';
import { toPng, toStandaloneSvg } from './picture.ts';
import type { Chart } from './plan.ts';

/** A file made from a chart: its numbers or its picture, for use elsewhere. */
export interface ChartFile {
  ending: 'svg' | 'csv' | 'png';
  mimeType: string;
  make(): string | Promise<Uint8Array>;
}

/** The files of a chart. Nothing is made before it is asked for. */
export function listChartFiles(chart: Chart, memo: Memo): ChartFile[] {
  const picture = () => toStandaloneSvg(chart.svgs[0] ?? '', chart);
  return [
    { ending: 'svg', mimeType: 'image/svg+xml', make: picture },
    { ending: 'csv', mimeType: csvType, make: () => toCsv(chart) },
    { ending: 'png', mimeType: 'image/png', make: () => memo.bytes(['png', picture()], () => toPng(picture())) },
  ];
}
