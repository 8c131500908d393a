import { csvType } from '../../contract/document-urls.ts';
import type { Memo } from '../../library/part-cache.ts';
import { toCsv } from './csv.ts';
import type { Chart, ChartPlace } from './plan.ts';
import { toPng, toStandaloneSvg } from './standalone.ts';

/** A file made from a chart: its numbers or its picture, for use elsewhere. */
export interface ChartFile {
  ending: 'svg' | 'csv' | 'png';
  mimeType: string;
  make(): string | Promise<Uint8Array>;
}

/** The files of a chart. Nothing is made before it is asked for. */
export function listChartFiles(
  chart: Chart,
  { source, language }: ChartPlace,
  about: { language: string; memo: Memo },
): ChartFile[] {
  const place = { source, language: language ?? about.language };
  const picture = () => toStandaloneSvg(chart.svgs[0] ?? '', chart, place);
  return [
    { ending: 'svg', mimeType: 'image/svg+xml', make: picture },
    { ending: 'csv', mimeType: csvType, make: () => toCsv(chart) },
    { ending: 'png', mimeType: 'image/png', make: () => makePng(picture(), about.memo) },
  ];
}

function makePng(svg: string, memo: Memo): Promise<Uint8Array> {
  return memo.bytes(['png', svg], () => toPng(svg));
}
