import { dayMs } from '../../library/durations.ts';
import type { Confidence } from '../../search/engine.ts';
import type { Services } from '../services.ts';
import { type Counts, collection, readCounts, readQuestions, type StoredQuestion, weekOf } from './ledger-records.ts';
import { groupQuestions, type QuestionGroup } from './question-groups.ts';
import { addUp, coarsen, type Figures, listPrices, type PriceFigures, toFigures } from './report-figures.ts';

export interface ArticleReport {
  slug: string;
  title: string;
  total: Figures;
  weekly: Figures[];
  /** The sections that were read alone, in the order of the text. */
  sections: { id: string; title: string; reads: number }[];
  /** Offers and sales at each price that the article had; empty when it had one only. */
  prices: PriceFigures[];
}

/**
 * Readings, sales and questions of some weeks. Every count is a multiple of five, rounded down: smaller groups are
 * merged.
 */
export interface Report {
  /** ISO 8601 weeks, the oldest first. */
  weeks: string[];
  currency: string;
  total: Figures;
  weekly: Figures[];
  /** The most read first. */
  articles: ArticleReport[];
  /** The articles of which fewer than five readings, offers and sales were counted, together. */
  otherArticles: Figures;
  /** Agents that signed their requests. */
  agents: { name: string; reads: number }[];
  /** Questions by the confidence of their first result at that time. */
  questions: Record<Confidence, number>;
  /** The most asked first. */
  questionGroups: QuestionGroup[];
}

type Needs = Pick<Services, 'store' | 'catalogue' | 'library' | 'publication' | 'search' | 'urls' | 'now'>;

interface LedgerData {
  weeks: string[];
  /** Counters of each week by ID of the article, or `collection`. */
  counts: ReadonlyMap<string, readonly Counts[]>;
  questions: readonly StoredQuestion[];
}

/** The longest time that the ledger goes back, in weeks. */
export const maxWeeks = 53;
export const defaultWeeks = 12;
/** Counters that are read from the store at the same time: more would make other requests wait for it. */
const maxReads = 256;
/** Page, CSV and JSON that are opened one after the other have the same report. */
const reportTtlMs = 10_000;

/**
 * @param weeks how many, the current one among them: 1 to 53
 * @throws StoreUnavailable when the store cannot be read
 */
export async function readReport(services: Needs, weeks: number): Promise<Report> {
  return writeReport(services, await readLedger(services, weeks));
}

/** The last report of a release: one of each process is enough, since one person reads them. */
const lastReports = new WeakMap<object, { weeks: number; readAt: number; report: Promise<Report> }>();

/** As `readReport`, computed at most once in ten seconds. A report that failed is computed again. */
export function readRecentReport(services: Needs, weeks: number): Promise<Report> {
  const last = lastReports.get(services.catalogue);
  const now = services.now();
  if (last?.weeks === weeks && now - last.readAt < reportTtlMs) return last.report;
  const report = readReport(services, weeks);
  lastReports.set(services.catalogue, { weeks, readAt: now, report });
  report.catch(() => lastReports.delete(services.catalogue));
  return report;
}

async function readLedger({ store, catalogue, now }: Needs, count: number): Promise<LedgerData> {
  const weeks = Array.from({ length: count }, (_, index) => weekOf(now() - (count - 1 - index) * 7 * dayMs));
  const ids = [collection, ...catalogue.list().map(({ id }) => id)];
  const counts = new Map<string, Counts[]>();
  const perBatch = Math.ceil(maxReads / count);
  for (let start = 0; start < ids.length; start += perBatch) {
    const batch = ids.slice(start, start + perBatch).map(async (id) => {
      counts.set(id, await Promise.all(weeks.map((week) => readCounts(store, week, id))));
    });
    await Promise.all(batch);
  }
  const questions = (await Promise.all(weeks.map((week) => readQuestions(store, week)))).flat();
  return { weeks, counts, questions };
}

/** The report of what a ledger contains. Pure, but for the search that finds the section nearest to a question. */
async function writeReport(
  services: Omit<Needs, 'store' | 'now'>,
  { weeks, counts, questions }: LedgerData,
): Promise<Report> {
  const { catalogue, library } = services;
  const known = catalogue.list().map((article) => {
    const weekly = counts.get(article.id) ?? [];
    const all = addUp(weekly);
    return { article, all, weekly, total: toFigures(all) };
  });
  const isShown = ({ total }: (typeof known)[number]) => total.reads > 0 || total.unpaid > 0 || total.sales > 0;
  const together = counts.get(collection) ?? [];
  const everything = [together, ...known.map(({ weekly }) => weekly)];
  const whole = addUp(together);
  return {
    weeks,
    currency: library.tiers.find(({ tier }) => tier === 'paid')?.currency ?? '',
    total: toFigures(addUp(everything.flat())),
    weekly: weeks.map((_, index) => toFigures(addUp(everything.map((weekly) => weekly[index] ?? {})))),
    articles: known
      .filter(isShown)
      .sort((a, b) => b.total.reads - a.total.reads || b.total.sales - a.total.sales)
      .map(({ article: { slug, title, outline }, all, weekly, total }) => ({
        slug,
        title,
        total,
        weekly: weeks.map((_, index) => toFigures(weekly[index] ?? {})),
        sections: outline
          .map(({ id, title }) => ({ id, title, reads: coarsen(all[`section:${id}`] ?? 0) }))
          .filter(({ reads }) => reads > 0),
        prices: listPrices(all),
      })),
    otherArticles: toFigures(addUp(known.filter((one) => !isShown(one)).map(({ all }) => all))),
    agents: Object.entries(addUp(everything.flat()))
      .flatMap(([name, reads]) => (name.startsWith('agent:') ? [{ name: name.slice(6), reads: coarsen(reads) }] : []))
      .filter(({ reads }) => reads > 0)
      .sort((a, b) => b.reads - a.reads),
    questions: {
      sure: coarsen(whole['question:sure'] ?? 0),
      likely: coarsen(whole['question:likely'] ?? 0),
      weak: coarsen(whole['question:weak'] ?? 0),
      none: coarsen(whole['question:none'] ?? 0),
    },
    questionGroups: await groupQuestions(services, questions),
  };
}
