import { extname, join } from 'node:path';
import { csvType } from '../contract/document-urls.ts';
import { artifactUrl } from '../contract/urls.ts';
import type { Page, PublicArticle } from '../library/library.ts';
import { compareText } from '../library/list-files.ts';
import { escapeHtml } from '../library/markup.ts';
import type { BuiltArticle } from './build-article.ts';
import type { Chart, ChartPlace } from './charts/plan.ts';
import type { MarkdownDocument } from './checks/markdown-source.ts';
import { chartUrl, type Figure, type FigureFile, type FigureOwner, figureUrl } from './load/figures.ts';
import type { LoadedArticle } from './load-article.ts';

interface Showing {
  file: FigureFile;
  isOnPage: boolean;
  /** Slug to the time of release. */
  free: Map<string, number | null>;
  paid: Map<string, number | null>;
}

type Access = Figure['access'];

/** Which of its charts and pictures an article shows, and to whom: null for one that its HTML does not show. */
export interface ShownFigures {
  charts: (Access | null)[];
  pictures: (Access | null)[];
  place: ChartPlace;
  /** URL of the dark form of its cover. */
  darkUrl: string | null;
}

/** Reads the HTML of an article for the figures of its document. */
export function findShownFigures(
  { owner, drawn, figures }: MarkdownDocument,
  { article, paid }: BuiltArticle,
): ShownFigures {
  const findAccess = (mark: string): Access | null => {
    if (article.body.html.includes(mark)) return 'public';
    return paid?.body.html.includes(mark) ? 'paid' : null;
  };
  return {
    charts: drawn.map((chart) => findAccess(markChart(chart, owner))),
    pictures: listForms(figures.values()).map((file) => findAccess(markPicture(file))),
    place: { source: describeSource(article.citation.csl), language: article.language },
    darkUrl: article.cover?.darkUrl ?? null,
  };
}

/** The files that are made of a chart; an argument, because pages must not import what draws. */
type ListChartFiles = (
  chart: Chart,
  shown: ChartPlace,
) => { ending: string; mimeType: string; make: () => string | Promise<string | Uint8Array> }[];

/**
 * Decides who may see which figure. A figure is public only if rendered public HTML shows it. The rendered HTML
 * decides, so this cannot disagree with the pages.
 */
export function createFigureList(contentDir: string, listChartFiles: ListChartFiles) {
  const showings = new Map<string, Showing>();
  /** Scripts and data: public for a free article, paid for a paid one. */
  const files: Figure[] = [];
  const addCharts = (
    { owner, drawn }: MarkdownDocument,
    { charts, place, darkUrl }: Omit<ShownFigures, 'pictures'>,
    shown: Pick<Figure, 'slugs' | 'releaseAt'>,
  ) => {
    for (const [at, chart] of drawn.entries()) {
      const access = charts[at];
      if (!access) continue;
      for (const { ending, mimeType, make } of listChartFiles(chart, place)) {
        const url = `${chartUrl(chart, owner)}.${ending}`;
        if (ending !== 'dark.png' || url === darkUrl) files.push({ url, source: make, mimeType, access, ...shown });
      }
    }
  };
  const showingOf = (file: FigureFile): Showing => {
    const showing = showings.get(file.path) ?? { file, isOnPage: false, free: new Map(), paid: new Map() };
    showings.set(file.path, showing);
    return showing;
  };
  return {
    addArticle({ slug, meta, releaseAt, artifacts, document }: LoadedArticle, shown: ShownFigures): void {
      addCharts(document, shown, { slugs: [slug], releaseAt });
      for (const { file, source } of artifacts) {
        const access = meta.tier === 'free' ? 'public' : 'paid';
        files.push({
          url: artifactUrl(slug, file),
          source,
          mimeType: extname(file).toLowerCase() === '.csv' ? csvType : 'text/plain; charset=utf-8',
          access,
          slugs: [slug],
          releaseAt,
        });
      }
      for (const [at, file] of listForms(document.figures.values()).entries()) {
        const access = shown.pictures[at];
        if (access) showingOf(file)[access === 'public' ? 'free' : 'paid'].set(slug, releaseAt);
      }
    },
    addPage(document: MarkdownDocument, page: Page): void {
      const place = { source: page.title, language: page.language };
      const charts = document.drawn.map(() => 'public' as const);
      addCharts(document, { charts, place, darkUrl: null }, { slugs: [], releaseAt: null });
      for (const file of listForms(document.figures.values()))
        if (page.body.html.includes(markPicture(file))) showingOf(file).isOnPage = true;
    },
    /** All figures, sorted by URL. */
    list: (): Figure[] =>
      [...[...showings.values()].map((showing) => toFigure(showing, contentDir)), ...files].toSorted((a, b) =>
        compareText(a.url, b.url),
      ),
  };
}

/**
 * An article and its current URL: that of a version changes with every edit, and every picture would be drawn again.
 */
function describeSource(csl: PublicArticle['citation']['csl']): string {
  const title = String(csl.title).replace(/(?<![.?!])$/, '.');
  const [url] = String(csl.URL).split('/versions/');
  return `${title} ${csl['container-title']}. ${url}`;
}

/** A picture and its form for the dark scheme are two files. */
function listForms(figures: Iterable<FigureFile>): FigureFile[] {
  return [...figures].flatMap((figure) => (figure.dark ? [figure, figure.dark] : [figure]));
}

const markChart = (chart: Chart, owner: FigureOwner) => `data-src="${escapeHtml(`${chartUrl(chart, owner)}.svg`)}"`;

const markPicture = ({ path }: FigureFile) => `src="${escapeHtml(figureUrl(path))}"`;

function toFigure({ file, isOnPage, free, paid }: Showing, contentDir: string): Figure {
  const isPublic = isOnPage || free.size > 0;
  const shownBy = isPublic ? free : paid;
  const moments = [...shownBy.values()];
  return {
    url: figureUrl(file.path),
    source: join(contentDir, file.path),
    mimeType: file.mimeType,
    access: isPublic ? 'public' : 'paid',
    slugs: isOnPage ? [] : [...shownBy.keys()].toSorted(compareText),
    releaseAt: isOnPage || moments.includes(null) ? null : Math.min(...moments.filter((moment) => moment !== null)),
  };
}
