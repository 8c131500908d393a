import type { z } from 'zod';
import type { Figure } from '../contract/figure-schema.ts';
import type { GrantedAccess } from '../core/access/access.ts';
import { type Urls, withFragment } from '../core/urls.ts';
import type { FigureData } from '../library/figure-data.ts';

type WireFigure = z.infer<typeof Figure>;

/** A longer table would cost an agent more to read than it tells; all of it is in the CSV. */
const maxFigureRows = 200;

/** The charts of what was opened: of the one section that was asked for, or of all; absent when there is none. */
export function toWireFigures({ article, body, section, files }: GrantedAccess, urls: Urls): WireFigure[] | undefined {
  const linked = new Map(files.map(({ path, url }) => [path, url]));
  const urlOf = ({ id }: FigureData, ending: string) => {
    const path = `/figures/${encodeURIComponent(article.slug)}/${encodeURIComponent(id)}.${ending}`;
    return linked.get(path) ?? urls.at(path);
  };
  const shown = (body.charts ?? []).filter((chart) => section?.markdown.includes(urlOf(chart, 'csv')) ?? true);
  if (shown.length === 0) return undefined;
  return shown.map((chart) => ({
    id: chart.id,
    title: chart.title,
    subtitle: chart.subtitle ?? undefined,
    description: chart.description,
    unit: chart.unit ?? undefined,
    note: chart.note ?? undefined,
    columns: chart.columns.map(({ name, type, unit }) => ({ name, type, unit: unit ?? undefined })),
    rows: chart.rows.slice(0, maxFigureRows),
    total_rows: chart.rows.length,
    url: withFragment(urls.article(article.slug), chart.label),
    csv: urlOf(chart, 'csv'),
    svg: urlOf(chart, 'svg'),
  }));
}
