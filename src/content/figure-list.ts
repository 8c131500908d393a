import { extname, join } from 'node:path';
import { csvType } from '../contract/document-urls.ts';
import { artifactUrl } from '../contract/urls.ts';
import type { Page, PublicArticle } from '../library/library.ts';
import { compareText } from '../library/list-files.ts';
import { escapeHtml } from '../library/markup.ts';
import type { BuiltArticle } from './build-article.ts';
import type { Chart, ChartPlace } from './charts/plan.ts';
import type { MarkdownDocument } from './checks/markdown-source.ts';
import { chartUrl, type Figure, type FigureFile, figureUrl } from './load/figures.ts';

interface Showing {
  file: FigureFile;
  isOnPage: boolean;
  /** Slug to the time of release. */
  free: Map<string, number | null>;
  paid: Map<string, number | null>;
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
    place: ChartPlace,
    find: (mark: string) => Pick<Figure, 'access' | 'slugs' | 'releaseAt'> | undefined,
    cover?: PublicArticle['cover'],
  ) => {
    for (const chart of drawn) {
      const url = chartUrl(chart, owner);
      const shown = find(`data-src="${escapeHtml(`${url}.svg`)}"`);
      if (!shown) continue;
      for (const { ending, mimeType, make } of listChartFiles(chart, place)) {
        const file = `${url}.${ending}`;
        if (ending !== 'dark.png' || file === cover?.darkUrl)
          files.push({ url: file, source: make, mimeType, ...shown });
      }
    }
  };
  const showingOf = (file: FigureFile): Showing => {
    const showing = showings.get(file.path) ?? { file, isOnPage: false, free: new Map(), paid: new Map() };
    showings.set(file.path, showing);
    return showing;
  };
  return {
    addArticle(document: MarkdownDocument, { article, paid, artifacts }: BuiltArticle): void {
      const { figures } = document;
      const { slug, tier, releaseAt, language } = article;
      const findAccess = (mark: string): Pick<Figure, 'access' | 'slugs' | 'releaseAt'> | undefined => {
        if (article.body.html.includes(mark)) return { access: 'public', slugs: [slug], releaseAt };
        return paid?.body.html.includes(mark) ? { access: 'paid', slugs: [slug], releaseAt } : undefined;
      };
      addCharts(document, { source: describeSource(article.citation.csl), language }, findAccess, article.cover);
      for (const { file, source } of artifacts) {
        const access = tier === 'free' ? 'public' : 'paid';
        files.push({
          url: artifactUrl(slug, file),
          source,
          mimeType: extname(file).toLowerCase() === '.csv' ? csvType : 'text/plain; charset=utf-8',
          access,
          slugs: [slug],
          releaseAt,
        });
      }
      for (const file of listForms(figures.values())) {
        if (isShown(file, article.body.html)) showingOf(file).free.set(article.slug, article.releaseAt);
        else if (paid && isShown(file, paid.body.html)) showingOf(file).paid.set(article.slug, article.releaseAt);
      }
    },
    addPage(document: MarkdownDocument, page: Page): void {
      const { figures } = document;
      addCharts(document, { source: page.title, language: page.language }, () => ({
        access: 'public',
        slugs: [],
        releaseAt: null,
      }));
      for (const file of listForms(figures.values()))
        if (isShown(file, page.body.html)) showingOf(file).isOnPage = true;
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

function isShown({ path }: FigureFile, html: string): boolean {
  return html.includes(`src="${escapeHtml(figureUrl(path))}"`);
}

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
