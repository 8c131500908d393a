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
  make(): string | Promise<string | Uint8Array>;
}

/** The files of a chart; the dark one is for a cover. Nothing is made before it is asked for. */
export function listChartFiles(
  chart: Chart,
  { source, language }: ChartPlace,
  about: { language: string; memo: Memo; accent?: Readonly<Record<Scheme, string>> | undefined },
): ChartFile[] {
  const { title, subtitle, description, note, legend } = chart;
  const captioned = { title, subtitle, description, note, legend };
  const [svg = ''] = chart.svgs;
  // Its lines are broken by the widths of their letters, which takes milliseconds.
  const picture = (scheme: Scheme) => {
    const place = { source, language: language ?? about.language, colours: resolveChartColours(scheme, about.accent) };
    return about.memo.value(['picture', svg, captioned, place], () => toStandaloneSvg(svg, captioned, place));
  };
  return [
    { ending: 'svg', mimeType: 'image/svg+xml', make: () => picture('light') },
    { ending: 'csv', mimeType: csvType, make: () => toCsv(chart) },
    { ending: 'png', mimeType: 'image/png', make: () => makePng(picture('light'), about.memo) },
    { ending: 'dark.png', mimeType: 'image/png', make: () => makePng(picture('dark'), about.memo) },
  ];
}

async function makePng(picture: Promise<string>, memo: Memo): Promise<Uint8Array> {
  const svg = await picture;
  return memo.bytes(['png', svg], () => toPng(svg));
}
