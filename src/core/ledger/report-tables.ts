import type { FigureData } from '../../library/figure-data.ts';
import type { Report } from './report.ts';
import type { Figures } from './report-figures.ts';

export const tableNames = ['weeks', 'articles', 'sections', 'prices', 'agents', 'questions'] as const;
export type TableName = (typeof tableNames)[number];
export type ReportTable = Pick<FigureData, 'columns' | 'rows'>;
type Row = ReportTable['rows'][number];

const ofWeeks = [
  'reads',
  'persons',
  'agents',
  'unpaid',
  'unsold',
  'sales',
  'revenue',
  'subscriptions',
  'quotes',
] as const;
const ofArticles = [
  'reads',
  'persons',
  'agents',
  'previews',
  'sections',
  'unpaid',
  'unsold',
  'sales',
  'revenue',
  'quotes',
] as const;

/**
 * The tables of a report, for CSV files, the terminal and the page of the owner.
 * @param others the name of the row that merges small articles
 */
export function toTables(
  report: Report,
  others = 'Articles with fewer than 5 of each',
): Record<TableName, ReportTable> {
  const { weeks, weekly, articles, otherArticles, agents, questionGroups } = report;
  const figures = (names: readonly (keyof Figures)[], one: Figures) => names.map((name) => one[name]);
  return {
    weeks: table(
      ['week'],
      ofWeeks,
      weeks.flatMap((week, index): Row[] => {
        const one = weekly[index];
        return one ? [[week, ...figures(ofWeeks, one)]] : [];
      }),
    ),
    articles: table(['article', 'title'], ofArticles, [
      ...articles.map(({ slug, title, total }): Row => [slug, title, ...figures(ofArticles, total)]),
      ['', others, ...figures(ofArticles, otherArticles)],
    ]),
    sections: table(
      ['article', 'section', 'title'],
      ['reads'],
      articles.flatMap(({ slug, sections }) => sections.map(({ id, title, reads }): Row => [slug, id, title, reads])),
    ),
    prices: table(
      ['article'],
      ['price', 'unpaid', 'sales', 'percent'],
      articles.flatMap(({ slug, prices }) =>
        prices.map(({ price, unpaid, sales, percent }): Row => [slug, price, unpaid, sales, percent]),
      ),
    ),
    agents: table(
      ['agent'],
      ['reads'],
      agents.map(({ name, reads }): Row => [name, reads]),
    ),
    questions: {
      ...table(['question', 'confidence', 'article', 'section', 'entry'], ['asked', 'unanswered'], []),
      rows: questionGroups.map(
        ({ text, confidence, nearest, entry, asked, unanswered }): Row => [
          text,
          confidence,
          nearest?.slug ?? null,
          nearest?.section ?? null,
          entry,
          asked,
          unanswered,
        ],
      ),
    },
  };
}

function table(texts: readonly string[], numbers: readonly string[], rows: Row[]): ReportTable {
  const column = (type: 'text' | 'number') => (name: string) => ({ name, type, unit: null });
  return { columns: [...texts.map(column('text')), ...numbers.map(column('number'))], rows };
}

/** A spreadsheet runs a cell that begins so as a formula, and the text of a question comes from anywhere. */
export function withoutFormulas({ columns, rows }: ReportTable): ReportTable {
  const disarm = (cell: Row[number]) => (typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);
  return { columns, rows: rows.map((row) => row.map(disarm)) };
}
