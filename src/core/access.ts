import type { PublicArticle, SoldArticle, SoldLibrary } from '../content/library.ts';
import type { Caller } from './caller.ts';
import type { Settlement } from './payment.ts';

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

/** The sold bodies, shut: the one way to a paid body is `read` with an `Entitlement` for it. */
export interface SoldShelf {
  /** Undefined for a free article, whose body is in the public library. */
  read(entitlement: Entitlement): SoldArticle | undefined;
}

export function createSoldShelf(library: SoldLibrary): SoldShelf {
  const bySlug = new Map(library.articles.map((article) => [article.slug, article]));
  return { read: (entitlement) => bySlug.get(entitlement.slug) };
}
