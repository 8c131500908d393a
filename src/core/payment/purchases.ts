import { z } from 'zod';
import { markHeading } from '../../library/digest.ts';
import { dayMs, yearMs } from '../../library/durations.ts';
import type { PublicArticle } from '../../library/library.ts';
import { record } from '../../store/record-kinds.ts';
import type { Store } from '../../store/store.ts';
import { type Catalogue, ofList } from '../articles.ts';
import type { Resources } from '../resources.ts';

/** An article as its purchases know it. */
export interface ArticleIdentity {
  /** Where its purchases are recorded. */
  id: string;
  slug: string;
  /** Names under which it may have been bought before: its slug and its former names. */
  formerNames: readonly string[];
  /** Digest of its paid text. */
  digest: string;
  /** Digests of its paid text, title and description: an author rarely changes all of them at once. */
  marks: readonly string[];
  /** Marks of all titles and descriptions that it had: a buyer may return after several changes. */
  formerMarks: readonly string[];
  /** Epoch milliseconds of its publication: it was not for sale before. */
  since: number;
}

/** The part of a purchase that identifies the article. */
interface BoughtArticle {
  /** Its id. A release that recorded purchases by slug wrote that. */
  name: string;
  /** Absent where a release without marks wrote the purchase. */
  marks?: readonly string[] | undefined;
  /** Epoch milliseconds. */
  paidAt: number;
}

/** Where the names, the paid text and the headings of an article are found. */
export interface ArticleRecords {
  catalogue: Catalogue;
  paidContent: { findDigest(slug: string): string | undefined };
  versions: { headings(article: PublicArticle): readonly string[] };
}

/** How purchases of a paid article are found. */
export function identifyArticle(
  { catalogue, paidContent, versions }: ArticleRecords,
  article: PublicArticle,
): ArticleIdentity {
  const { id, slug, aliases, date } = article;
  const digest = paidContent.findDigest(slug) ?? id;
  // A name that is now the id of another article belongs to that one.
  const formerNames = [slug, ...aliases].filter((name) => name !== id && !catalogue.hasId(name));
  const marks = [digest, ...markHeading(article)];
  const formerMarks = versions.headings(article);
  return { id, slug, formerNames, digest, marks, formerMarks, since: Date.parse(date) - dayMs };
}

/**
 * Is this what was bought? An author who sets `id` says so. Where the id is only the slug, another article may have
 * taken the name since: what was bought has neither its text nor any title or description that it ever had.
 */
export function isBought(article: ArticleIdentity, bought: BoughtArticle): boolean {
  const { name, marks, paidAt } = bought;
  if (marks?.[0] === article.digest) return true;
  if (name !== article.id && !article.formerNames.includes(name)) return false;
  if (name !== article.slug) return true;
  if (!marks) return article.since <= paidAt;
  return [...article.marks, ...article.formerMarks].some((mark) => marks.includes(mark));
}

/**
 * One for each wallet and article, by its id, and one by the digest of the text: what lets a payer in again for a year.
 */
const purchases = record({
  prefix: 'purchase',
  schema: z.object({ paidAt: z.int(), marks: z.array(z.string()).optional() }),
  ttlMs: yearMs,
});

/** An article that was paid for in a request with a credential. */
const AccountPurchase = z.object({
  /** Name of the article at the time of the purchase. */
  slug: z.string(),
  paidAt: z.int(),
  /** Absent, like `marks`, where a release that recorded purchases by slug wrote it. */
  id: z.string().optional(),
  marks: z.array(z.string()).optional(),
});
export type AccountPurchase = z.infer<typeof AccountPurchase>;

/** Purchases by the ID of the credential's holder, the newest last. */
const accountPurchases = record({ prefix: 'account-purchases', schema: z.array(AccountPurchase), ttlMs: yearMs });

/** More than one person buys article by article; older purchases are not listed. */
const maxOnAccount = 500;

export interface Purchase {
  /** Lower-case 0x address of the wallet. */
  payer: string;
  article: ArticleIdentity;
  /** Epoch milliseconds. */
  paidAt: number;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * Lets the wallet in again for a year from its payment: to the article, whatever it is called by then, and to the text
 * that was bought, though it was renamed without an id.
 */
export async function recordPurchase(store: Store, { payer, article, paidAt, now }: Purchase): Promise<void> {
  const ttlMs = paidAt + yearMs - now;
  const value = { paidAt, marks: [...article.marks] };
  await Promise.all(
    [article.id, article.digest].map((name) =>
      purchases.update(store, `${payer}:${name}`, () => ({ op: 'put', value, ttlMs, result: undefined })),
    ),
  );
}

/**
 * Has this wallet paid for this article within a year? A purchase recorded under a former name, or before the article
 * was changed, is recorded again under the present one.
 */
export async function hasPurchase(store: Store, about: Omit<Purchase, 'paidAt'>): Promise<boolean> {
  const { payer, article } = about;
  const names = [article.id, article.digest, ...article.formerNames];
  const records = await Promise.all(names.map((name) => purchases.find(store, `${payer}:${name}`)));
  const found = records.findIndex((seen, index) => seen && isBought(article, { name: names[index] ?? '', ...seen }));
  const bought = records[found];
  if (!bought) return false;
  // Both records: a kill between their writes leaves one of them.
  const isCurrent = found === 0 && records[1] !== undefined && bought.marks?.join() === article.marks.join();
  if (!isCurrent) await recordPurchase(store, { ...about, paidAt: bought.paidAt });
  return true;
}

/** Puts a purchase beside the others of a key or token. A repeat of it is one purchase. */
export function addToAccount(
  store: Store,
  id: string,
  { article, paidAt }: Pick<Purchase, 'article' | 'paidAt'>,
): Promise<void> {
  const bought = { slug: article.slug, id: article.id, marks: [...article.marks], paidAt };
  return accountPurchases.update(store, id, (seen = []) => {
    const others = seen.filter(({ slug, id = slug }) => id !== article.id);
    return { op: 'put', value: [...others, bought].slice(-maxOnAccount), result: undefined };
  });
}

/** @returns what was bought with this key or token within a year, the newest last; `paidAt` in epoch milliseconds */
export async function listAccountPurchases(
  { store, now }: Pick<Resources, 'store' | 'now'>,
  id: string,
): Promise<AccountPurchase[]> {
  const listed = (await accountPurchases.find(store, id)) ?? [];
  return listed.filter(({ paidAt }) => now() - paidAt < yearMs);
}

/**
 * Finds the present slugs of what was bought. An article that is not in the library keeps the slug of its purchase,
 * unless an article that was not bought has that slug by now.
 */
export function nameBought(
  services: ArticleRecords,
  bought: readonly AccountPurchase[],
): { slug: string; paidAt: number }[] {
  const { catalogue, paidContent } = services;
  return bought.flatMap(({ slug, id: name = slug, marks, paidAt }) => {
    const isSame = (article: PublicArticle) => isBought(identifyArticle(services, article), { name, marks, paidAt });
    const named = catalogue.findById(name) ?? catalogue.find(catalogue.presentSlug(slug));
    if (named && isSame(named)) return { slug: named.slug, paidAt };
    const removed = catalogue.findWithdrawnById(name);
    const other =
      removed ?? (marks?.[0] === undefined ? undefined : articlesByText(catalogue.list(), paidContent).get(marks[0]));
    if (other) return { slug: other.slug, paidAt };
    return catalogue.isVisible(slug) ? [] : { slug, paidAt };
  });
}

/** Released articles by the digest of their paid text. Each is a line of the library's file, so all are read once. */
const articlesByText = ofList(
  (articles, { findDigest }: ArticleRecords['paidContent']) =>
    new Map(articles.map((article) => [findDigest(article.slug), article])),
);

export function isOnAccount(bought: readonly AccountPurchase[], article: ArticleIdentity): boolean {
  return bought.some(({ id, slug, ...rest }) => isBought(article, { name: id ?? slug, ...rest }));
}
