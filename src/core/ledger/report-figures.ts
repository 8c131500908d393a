import type { Counts } from './ledger-records.ts';

/** Counts of a week, or of all weeks of a report, each a multiple of five. */
export interface Figures {
  /** All readings: pages, API, MCP and feeds. */
  reads: number;
  /** Readings in a browser. */
  persons: number;
  /** Readings by programs. */
  agents: number;
  page: number;
  api: number;
  mcp: number;
  feed: number;
  /** Readings of the preview of a paid article. */
  previews: number;
  /** Readings of one section. */
  sections: number;
  /** Responses 402. */
  unpaid: number;
  /** Responses 402 that no sale followed. */
  unsold: number;
  sales: number;
  /** Major units. */
  revenue: number;
  subscriptions: number;
  /** Quotes that were found in the article. */
  quotes: number;
}

export interface PriceFigures {
  /** Major units. */
  price: number;
  unpaid: number;
  sales: number;
  /** Sales for each hundred offers. */
  percent: number;
}

const smallestGroup = 5;

/** A count as a report shows it: one caller more or less is seen in one of five cases, and fewer than five never. */
export function coarsen(count: number): number {
  return count - (count % smallestGroup);
}

export function addUp(all: readonly Counts[]): Counts {
  const sum: Counts = {};
  for (const counts of all) for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

export function toFigures(counts: Counts): Figures {
  const total = (isCounted: (parts: readonly string[]) => boolean) =>
    Object.entries(counts).reduce((sum, [name, count]) => (isCounted(name.split(':')) ? sum + count : sum), 0);
  const reads = (isCounted: (parts: readonly string[]) => boolean) =>
    coarsen(total((parts) => parts[0] === 'read' && isCounted(parts)));
  const events = (kind: string) => total(([first]) => first === kind);
  const prices = readPrices(counts);
  return {
    reads: reads(() => true),
    persons: reads((parts) => parts[3] === 'person'),
    agents: reads((parts) => parts[3] !== 'person'),
    page: reads((parts) => parts[1] === 'page'),
    api: reads((parts) => parts[1] === 'api'),
    mcp: reads((parts) => parts[1] === 'mcp'),
    feed: reads((parts) => parts[1] === 'feed'),
    previews: reads((parts) => parts[2] === 'preview'),
    sections: reads((parts) => parts[2] === 'section'),
    unpaid: coarsen(events('unpaid')),
    unsold: Math.max(0, coarsen(events('unpaid')) - coarsen(events('sale'))),
    sales: coarsen(events('sale')),
    revenue: toMoney(prices.reduce((sum, price) => sum + price * coarsen(counts[`sale:${price}`] ?? 0), 0)),
    subscriptions: coarsen(events('subscription')),
    quotes: coarsen(events('quote')),
  };
}

/** Offers and sales by price, the lowest first; empty when there was one price only. */
export function listPrices(counts: Counts): PriceFigures[] {
  const found = readPrices(counts).map((price) => {
    const unpaid = coarsen(counts[`unpaid:${price}`] ?? 0);
    const sales = coarsen(counts[`sale:${price}`] ?? 0);
    return { price, unpaid, sales, percent: unpaid === 0 ? 0 : Math.round((100 * sales) / unpaid) };
  });
  const shown = found.filter(({ unpaid, sales }) => unpaid > 0 || sales > 0);
  return shown.length > 1 ? shown : [];
}

function readPrices(counts: Counts): number[] {
  const prices = Object.keys(counts).flatMap((name) => /^(?:unpaid|sale):(.+)$/.exec(name)?.[1] ?? []);
  return [...new Set(prices.map(Number))].sort((a, b) => a - b);
}

function toMoney(amount: number): number {
  return Math.round(amount * 100) / 100;
}
