import { csvType } from '../../contract/document-urls.ts';
import type { Scheme } from '../../library/chart-colours.ts';
import type { Memo } from '../../library/part-cache.ts';
import { toCsv } from './csv.ts';
import { resolveChartColours } from './house-style.ts';
import type { Chart, ChartPlace } from './plan.ts';
import { toPng, toStandaloneSvg } from './standalone.ts';

/** A file made from a chart: its numbers or its picture, for use elsewhere. */
export interface ChartFile {
  ending: 'svg' | 'csv' | 'png' | 'dark.png';
  mimeType: string;
  make(): string | Promise<Uint8Array>;
}

/** The files of a chart; the dark one is for a cover. Nothing is made before it is asked for. */
export function listChartFiles(
  chart: Chart,
  { source, language }: ChartPlace,
  about: { language: string; memo: Memo; accent?: Readonly<Record<Scheme, string>> | undefined },
): ChartFile[] {
  const picture = (scheme: Scheme) =>
    toStandaloneSvg(chart.svgs[0] ?? '', chart, {
      source,
      language: language ?? about.language,
      colours: resolveChartColours(scheme, about.accent),
    });
  return [
    { ending: 'svg', mimeType: 'image/svg+xml', make: () => picture('light') },
    { ending: 'csv', mimeType: csvType, make: () => toCsv(chart) },
    { ending: 'png', mimeType: 'image/png', make: () => makePng(picture('light'), about.memo) },
    { ending: 'dark.png', mimeType: 'image/png', make: () => makePng(picture('dark'), about.memo) },
  ];
}

function makePng(svg: string, memo: Memo): Promise<Uint8Array> {
  return memo.bytes(['png', svg], () => toPng(svg));
}
