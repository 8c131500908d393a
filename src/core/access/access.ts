import type { Body, PublicArticle } from '../../content/library/library.ts';
import { type Failed, type Offer, type Settled, takeOffer } from '../payment/settle.ts';
import type { Services } from '../services.ts';
import type { Mirror } from '../urls.ts';
import { type Caller, hasScope } from './caller.ts';
import { cutSection, type SectionText } from './section.ts';

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

/** Who asks, and for what of an article. */
export interface OpeningRequest {
  caller: Caller;
  /** Id of the one section that is wanted, as the outline has it; absent for all of it. */
  section?: string | undefined;
  offer?: undefined;
}

/** The same, with a payment or the signature of a wallet that has paid. */
export interface PaidOpeningRequest extends Omit<OpeningRequest, 'offer'> {
  offer: Offer;
  /** The mirror it was asked on: what is offered for one is no good on the other. */
  mirror: Mirror;
}

export interface Opened {
  kind: 'opened';
  article: PublicArticle;
  /** All that this caller may read. */
  body: Body;
  /** Of the markdown of `body`; null for the preview of a paid article, of which a section was asked for. */
  contentDigest: string | null;
  level: AccessLevel;
  /** The one section that was asked for. */
  section: SectionText | undefined;
  /** The payment that opened it just now. */
  settled: Settled | undefined;
}

export type Opening =
  | Opened
  /** 402: name the price. `failed` says why the offer that came opened nothing. */
  | { kind: 'challenge'; article: PublicArticle; failed: Failed | undefined }
  | { kind: 'refused'; reason: RefusalReason; detail: string | undefined };

type RefusalReason =
  | 'article_not_found'
  | 'section_not_found'
  | 'invalid_key'
  | 'insufficient_scope'
  | 'payment_malformed';

type Free = Pick<Services, 'catalogue' | 'shelf'>;
type Needs = Free & Pick<Services, 'store' | 'publication' | 'library' | 'urls' | 'now'>;

const unknownArticle: Opening = { kind: 'refused', reason: 'article_not_found', detail: undefined };
const unknownSection: Opening = { kind: 'refused', reason: 'section_not_found', detail: undefined };

/**
 * The one opening of an article, for every protocol and page (specification section 4 rules 2 and 3; contract.md "Keys").
 * The tier comes from the catalogue. An unknown slug or section is told before all else. A free article is open to anybody,
 * and so is a section that the preview holds whole; a paid article to a credential with `articles:read`, which needs no
 * payment and so spends none; else to a sound offer, whatever the credential. Only then does the credential decide
 * between `invalid_key`, `insufficient_scope` and the price.
 *
 * Without an offer the answer is there at once, a value and no promise, and the store is not asked.
 * @throws StoreUnavailable when an offer cannot be recorded: nothing is then opened
 */
export function openArticle(services: Free, slug: string, asked: OpeningRequest): Opening;
export function openArticle(
  services: Needs,
  slug: string,
  asked: OpeningRequest | PaidOpeningRequest,
): Opening | Promise<Opening>;
export function openArticle(
  services: Free | Needs,
  slug: string,
  asked: OpeningRequest | PaidOpeningRequest,
): Opening | Promise<Opening> {
  const article = services.catalogue.find(slug);
  if (!article) return unknownArticle;
  const { caller, section } = asked;
  if (section !== undefined && !article.outline.some(({ id }) => id === section)) return unknownSection;
  const entitlement = findEntitlement(article, caller);
  if (entitlement) return show(services, article, { entitlement, section });
  if (asked.offer && 'store' in services) return openForOffer(services, article, asked);
  return showPreviewSection(article, section) ?? refuse(article, caller);
}

/** A picture that only paid parts show, for whoever may read one of them; undefined also when there is no such picture. */
export async function openFigure(
  { catalogue, shelf }: Free,
  path: string,
  caller: Caller,
): Promise<{ mimeType: string; bytes: Uint8Array } | undefined> {
  for (const slug of shelf.listOwners(path)) {
    const article = catalogue.find(slug);
    const entitlement = article && findEntitlement(article, caller);
    const figure = entitlement && (await shelf.readFigure(entitlement, path));
    if (figure) return figure;
  }
  return undefined;
}

/** What article and credential alone give a right to. */
function findEntitlement({ slug, tier }: PublicArticle, caller: Caller): Entitlement | undefined {
  if (tier === 'free') return issue(slug, 'public');
  return hasScope(caller, 'articles:read') ? issue(slug, 'subscriber') : undefined;
}

function show(
  { shelf }: Free,
  article: PublicArticle,
  about: { entitlement: Entitlement; section: string | undefined; settled?: Settled | undefined },
): Opened {
  const { entitlement, section: id, settled } = about;
  const whole = shelf.read(entitlement) ?? article;
  const section = cutSection(article, whole.body, id);
  const { body, contentDigest } = whole;
  return { kind: 'opened', article, body, contentDigest, level: entitlement.level, section, settled };
}

function showPreviewSection(article: PublicArticle, id: string | undefined): Opened | undefined {
  const section = cutSection(article, article.body, id);
  if (!section) return undefined;
  const { body } = article;
  return { kind: 'opened', article, body, contentDigest: null, level: 'public', section, settled: undefined };
}

async function openForOffer(services: Needs, article: PublicArticle, asked: PaidOpeningRequest): Promise<Opening> {
  const { caller, section } = asked;
  const outcome = await takeOffer(services, { ...asked, article });
  switch (outcome.kind) {
    case 'settled':
      return show(services, article, { entitlement: issue(article.slug, 'purchase'), section, settled: outcome });
    case 'readmitted':
      return show(services, article, { entitlement: issue(article.slug, 'purchase'), section });
    case 'malformed':
      if (caller.kind !== 'anonymous') return refuse(article, caller, undefined, outcome.detail);
      return { kind: 'refused', reason: 'payment_malformed', detail: outcome.detail };
    case 'failed':
      return refuse(article, caller, outcome, outcome.reason);
    case 'no-purchase':
      // A wallet that never paid is no failed payment: it is told the price like anybody.
      return refuse(article, caller);
  }
}

/** What is said to one for whom nothing opened the article. */
function refuse(article: PublicArticle, caller: Caller, failed?: Failed, why?: string): Opening {
  const also = why && `The payment opened nothing either: ${why}`;
  switch (caller.kind) {
    case 'anonymous':
      return { kind: 'challenge', article, failed };
    case 'invalid':
      return { kind: 'refused', reason: 'invalid_key', detail: also };
    case 'subscriber':
      return {
        kind: 'refused',
        reason: 'insufficient_scope',
        detail: ['It needs articles:read.', also].join(' ').trim(),
      };
  }
}
