import type { Mirror } from '../../contract/urls.ts';
import { copyArticle } from '../../library/article-rows.ts';
import type { ArticleBody, PublicArticle } from '../../library/library.ts';
import type { VersionRecord } from '../../library/versions.ts';
import type { ReceiptClaims } from '../evidence/receipts.ts';
import { identifyArticle, isOnAccount, listAccountPurchases } from '../payment/purchases.ts';
import {
  type FailedPayment,
  type PaymentAttempt,
  type PaymentResult,
  processPayment,
  type SettledPayment,
} from '../payment/settle.ts';
import type { Services } from '../services.ts';
import type { Caller } from './caller.ts';
import { isFileOf, isLinkGood } from './file-links.ts';
import type { PaidFile } from './paid-content.ts';
import { denyAccess, denyAfterPayment } from './refusal.ts';
import type { SectionText } from './section.ts';
import { show, showPreviewSection, showVersion, unknownSection } from './shown-article.ts';

export type AccessLevel = 'public' | 'subscriber' | 'purchase';

let issue: (slug: string, level: AccessLevel) => Entitlement;

/**
 * Proof that a caller may read one full article. Only this module can create one; the private field makes the type
 * nominal.
 */
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

export interface AccessRequest {
  caller: Caller;
  /** ID of the requested section from the outline; absent for the full article. */
  section?: string | undefined;
  /** Name or digest of an earlier version; absent for the current one. */
  version?: string | undefined;
  attempt?: undefined;
}

/** The same, with a payment or the signature of a wallet that has paid. */
export interface PaidAccessRequest extends Omit<AccessRequest, 'attempt'> {
  attempt: PaymentAttempt;
  /** The mirror of the request: a payment for one mirror is not valid on the other. */
  mirror: Mirror;
}

export type AnyRequest = AccessRequest | PaidAccessRequest;

/** A file that comes with an article. */
export interface OpenedFile extends PaidFile {
  /** A signed URL that works without a credential, if there is one. */
  url?: string | undefined;
  /** Epoch milliseconds until which the URL works. */
  expiresAt?: number;
}

export interface GrantedAccess {
  kind: 'opened';
  /** The article; for an earlier version, as it was published. */
  article: PublicArticle;
  version: VersionRecord;
  /** Everything that this caller may read. */
  body: ArticleBody;
  /** Digest of the Markdown of `body`; null for the preview of a paid article when one section was requested. */
  contentDigest: string | null;
  level: AccessLevel;
  /** The requested section. */
  section: SectionText | undefined;
  /** The payment in this request that gave access. */
  settled: SettledPayment | undefined;
  /** The wallet that has access, by a payment or by its signature. */
  payer?: string | undefined;
  /** Pictures, data and PDF of a paid article. */
  files: readonly OpenedFile[];
}

export type AccessDecision =
  | GrantedAccess
  /** 402: return the price. `failed` says why the payment in the request gave no access. */
  | { kind: 'challenge'; article: PublicArticle; failed: FailedPayment | undefined }
  | { kind: 'refused'; reason: RefusalReason; detail: string | undefined };

type RefusalReason =
  | 'article_not_found'
  | 'section_not_found'
  | 'version_not_found'
  | 'invalid_key'
  | 'insufficient_scope'
  | 'payment_malformed';

export type ReadServices = Pick<Services, 'catalogue' | 'paidContent' | 'versions'>;
type Needs = ReadServices & Pick<Services, 'store' | 'publication' | 'library' | 'urls' | 'now' | 'ledger'>;

const unknownArticle: AccessDecision = { kind: 'refused', reason: 'article_not_found', detail: undefined };

/**
 * The only place that grants access to an article, for every protocol and page (specification section 4 rules 2 and 3;
 * contract.md "Keys"). The tier comes from the catalogue. An unknown slug or section is reported first. A free article
 * is open to every caller, and so is a section that the preview contains completely. A paid article opens for a
 * credential with `articles:read` or whose account lists it; this needs no payment, so it spends none. Otherwise it
 * opens for a valid payment, whatever the credential. Only then does the credential decide between `invalid_key`,
 * `insufficient_scope` and the price.
 *
 * Where neither an account nor a payment has to be checked, the result is a plain value and not a promise.
 * @throws StoreUnavailable when an account cannot be read or a payment cannot be stored; access is not granted then
 */
export function openArticle(
  services: Needs,
  slug: string,
  request: AnyRequest,
): AccessDecision | Promise<AccessDecision> {
  const article = services.catalogue.find(slug);
  if (article && request.version !== undefined && request.version !== article.versionName) {
    return openVersion(services, article, { ...request, version: request.version });
  }
  if (!article || !hasSection(article, request.section) || findEntitlement(article, request.caller)) {
    return openByCredential(services, slug, request);
  }
  const isLookedUp = request.attempt !== undefined || request.caller.kind === 'subscriber';
  return isLookedUp ? openByPurchase(services, article, request) : openByCredential(services, slug, request);
}

/**
 * Like `openArticle`, by article and scopes alone: the same for all callers with the same scopes, whatever they bought.
 */
export function openByCredential(
  services: ReadServices,
  slug: string,
  { caller, section }: AnyRequest,
): AccessDecision {
  const article = services.catalogue.find(slug);
  if (!article) return unknownArticle;
  if (!hasSection(article, section)) return unknownSection(article);
  const entitlement = findEntitlement(article, caller);
  if (entitlement) return show(services, article, { entitlement, section });
  return showPreviewSection(services, article, section) ?? denyAccess(article, caller);
}

/** The kind of result that `openByCredential` has for a full article, without reading the article. */
export function decideByCredential(article: PublicArticle, caller: Caller): AccessDecision['kind'] {
  return findEntitlement(article, caller) ? 'opened' : denyAccess(article, caller).kind;
}

interface Right {
  entitlement: Entitlement | undefined;
  outcome?: PaymentResult;
  settled?: SettledPayment | undefined;
  payer?: string;
}

export interface OpenedBytes {
  mimeType: string;
  bytes: Uint8Array;
  /** The article that the file belongs to. */
  opened: GrantedAccess;
}

/**
 * Opens a picture, data or the PDF of a paid article, for a caller that may read one of the articles it belongs to: by
 * a credential or a payment as in `openArticle`, or by a URL that was signed for a buyer.
 * @returns undefined also when the file does not exist
 * @throws StoreUnavailable as `openArticle` does
 */
export async function openFile(
  services: Needs & Pick<Services, 'keyring'>,
  path: string,
  request: { caller: Caller; attempt: PaymentAttempt | undefined; query: URLSearchParams },
): Promise<OpenedBytes | undefined> {
  const { catalogue, paidContent } = services;
  for (const slug of paidContent.listOwners(path)) {
    const article = catalogue.find(slug);
    if (!article) continue;
    const isLinked = isLinkGood(services, { article, path }, request.query);
    const { entitlement, settled, payer }: Right = isLinked
      ? { entitlement: issue(slug, 'purchase') }
      : await findRight(services, article, request);
    const file = entitlement && (await paidContent.readFigure(entitlement, path));
    if (file) return { ...file, opened: show(services, article, { entitlement, section: undefined, settled, payer }) };
  }
  return undefined;
}

function hasSection({ outline }: PublicArticle, id: string | undefined): boolean {
  return id === undefined || outline.some((heading) => heading.id === id);
}

/** Decides by article and credential alone. */
function findEntitlement({ slug, tier }: PublicArticle, caller: Caller): Entitlement | undefined {
  if (tier === 'free') return issue(slug, 'public');
  return caller.scopes.includes('articles:read') ? issue(slug, 'subscriber') : undefined;
}

/**
 * Decides about a paid article: by the scopes of the credential, by the purchases of its account, otherwise by the
 * payment.
 */
async function findRight(
  services: Needs,
  article: PublicArticle,
  request: {
    caller: Caller;
    attempt?: PaymentAttempt | undefined;
    mirror?: Mirror;
    hasIt?: (() => Promise<boolean>) | undefined;
  },
): Promise<Right> {
  const { caller, attempt, mirror = 'live', hasIt } = request;
  const entitlement = findEntitlement(article, caller);
  if (entitlement) return { entitlement };
  const bought = issue(article.slug, 'purchase');
  if (caller.kind === 'subscriber') {
    const listed = await listAccountPurchases(services, caller.id);
    if (isOnAccount(listed, identifyArticle(services, article))) return { entitlement: bought };
  }
  if (!attempt) return { entitlement: undefined };
  const outcome = await processPayment(services, { article, mirror, caller, attempt, hasIt });
  const isSound = outcome.kind === 'settled' || outcome.kind === 'readmitted';
  if (!isSound) return { entitlement: undefined, outcome };
  return {
    entitlement: bought,
    outcome,
    settled: outcome.kind === 'settled' ? outcome : undefined,
    payer: outcome.payer,
  };
}

/**
 * Opens one published version of an article. A version that was paid when it was published needs access to the article,
 * whatever the article costs now; a version that was free stays free. Without access, the error does not reveal whether
 * a digest exists.
 */
async function openVersion(
  services: Needs,
  article: PublicArticle,
  request: AnyRequest & { version: string },
): Promise<AccessDecision> {
  const { versions } = services;
  const texts = versions.list(article);
  const named = texts.find(({ name }) => name === request.version);
  if (named && named.tier === 'free')
    return showVersion(services, article, named, {
      entitlement: issue(article.slug, 'public'),
      section: request.section,
    });
  const isDigest = request.version.startsWith('sha256:') && texts.some(({ tier }) => tier === 'paid');
  const unknown: AccessDecision = {
    kind: 'refused',
    reason: 'version_not_found',
    detail: `There are ${texts.map(({ name }) => name).join(', ')}.`,
  };
  if (!named && !isDigest) {
    const found = versions.findByDigest(article, request.version);
    return found
      ? showVersion(services, article, found, { entitlement: issue(article.slug, 'public'), section: request.section })
      : unknown;
  }
  const find = () => named ?? versions.findByDigest(article, request.version);
  const hasIt = async (found = find()) =>
    found !== undefined && hasSection(await versions.read(found), request.section);
  // The sections of a named version are public, so an unknown one is reported before any payment.
  if (named && request.section !== undefined && !(await hasIt())) return unknownSection(await versions.read(named));
  const paid = copyArticle(article, { tier: 'paid' });
  const { entitlement, outcome, settled, payer } = await findRight(services, paid, { ...request, hasIt });
  if (!entitlement) return denyAfterPayment(article, request, outcome);
  const found = find();
  if (!found) return unknown;
  return showVersion(services, article, found, { entitlement, section: request.section, settled, payer });
}

/**
 * Opens the text that a receipt names, for any caller with the receipt, even if the article has changed since: the
 * digest in the receipt identifies the text.
 * @returns `version_not_found` when the text is not stored any more
 */
export async function openReceipt(
  services: ReadServices,
  { content_digest: digest, section }: Pick<ReceiptClaims, 'content_digest' | 'section'>,
): Promise<AccessDecision> {
  const { catalogue, versions } = services;
  const delivered = versions.listDelivered(digest);
  const present = delivered.find(({ id }) => catalogue.findById(id)) ?? delivered[0];
  if (!present) return { kind: 'refused', reason: 'version_not_found', detail: undefined };
  const { id, record } = present;
  // An article that has left the library has no current text. Its records may have another name, because a new article
  // has its id.
  const article = catalogue.findById(id) ?? { ...(await versions.read(record)), id, versionName: '' };
  const shown = await showVersion(services, article, record, { entitlement: issue(article.slug, 'purchase'), section });
  if (shown.kind !== 'opened' || record.digest === versions.present(article).digest) return shown;
  // Files of the present text were not delivered with this receipt, unless the delivered one has them too.
  return { ...shown, files: shown.files.filter(({ path }) => isFileOf(shown, path)) };
}

async function openByPurchase(services: Needs, article: PublicArticle, request: AnyRequest): Promise<AccessDecision> {
  const { caller, section } = request;
  const { entitlement, outcome, settled, payer } = await findRight(services, article, request);
  if (entitlement) return show(services, article, { entitlement, section, settled, payer });
  if (!outcome) return showPreviewSection(services, article, section) ?? denyAccess(article, caller);
  return denyAfterPayment(article, request, outcome);
}
