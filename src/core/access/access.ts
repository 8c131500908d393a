import type { PublicArticle, SoldArticle, SoldLibrary } from '../../content/library/library.ts';
import type { Settlement } from '../payment/settle.ts';
import type { Caller } from './caller.ts';

export type AccessLevel = 'public' | 'subscriber' | 'purchase';

let issue: (slug: string, level: AccessLevel) => Entitlement;

/** Proof that a caller may read one article whole. Only this module can make one; the private field makes the type nominal. */
export class Entitlement {
  readonly #slug: string;
  readonly level: AccessLevel;

  static {
    issue = (slug, level) => new Entitlement(slug, level);
  }

  private constructor(slug: string, level: AccessLevel) {
    this.#slug = slug;
    this.level = level;
  }

  get slug(): string {
    return this.#slug;
  }
}

export type Access =
  | { kind: 'granted'; entitlement: Entitlement }
  | { kind: 'payment-required' }
  | { kind: 'invalid-key' }
  | { kind: 'insufficient-scope'; scope: 'articles:read' };

/** May this caller read this article? Specification section 4 rule 3, contract.md "Keys": a free article is open whatever the credential. */
export function decideAccess(article: Pick<PublicArticle, 'slug' | 'tier'>, caller: Caller): Access {
  if (article.tier === 'free') return { kind: 'granted', entitlement: issue(article.slug, 'public') };
  switch (caller.kind) {
    case 'anonymous':
      return { kind: 'payment-required' };
    case 'invalid':
      return { kind: 'invalid-key' };
    case 'subscriber':
      return caller.scopes.includes('articles:read')
        ? { kind: 'granted', entitlement: issue(article.slug, 'subscriber') }
        : { kind: 'insufficient-scope', scope: 'articles:read' };
  }
}

/** One settled payment opens the one article it was made for. */
export function entitlePurchase(settlement: Settlement): Entitlement {
  return issue(settlement.slug, 'purchase');
}

/** A picture that only a paid part shows. */
export interface SoldFigure {
  mimeType: string;
  /** Articles it is in: the right to read one of them is the right to see it. */
  slugs: readonly string[];
  load(): Promise<Uint8Array>;
}

/** The sold bodies, shut: the one way to what was sold is an `Entitlement` for it. */
export interface SoldShelf {
  /** Undefined for a free article, whose body is in the public library. */
  read(entitlement: Entitlement): SoldArticle | undefined;
  /** Articles whose buyers may see the figure at this path; empty when there is no such sold figure. */
  listOwners(figurePath: string): readonly string[];
  /** Undefined when the entitled article does not show the figure. */
  readFigure(
    entitlement: Entitlement,
    figurePath: string,
  ): Promise<{ mimeType: string; bytes: Uint8Array } | undefined>;
}

/** @param figures by path: `/figures/<slug>/<file>` */
export function createSoldShelf(library: SoldLibrary, figures: ReadonlyMap<string, SoldFigure> = new Map()): SoldShelf {
  const bySlug = new Map(library.articles.map((article) => [article.slug, article]));
  return {
    read: (entitlement) => bySlug.get(entitlement.slug),
    listOwners: (path) => figures.get(path)?.slugs ?? [],
    async readFigure(entitlement, path) {
      const figure = figures.get(path);
      if (!figure?.slugs.includes(entitlement.slug)) return undefined;
      return { mimeType: figure.mimeType, bytes: await figure.load() };
    },
  };
}
