import { copyArticle } from '../../library/article-rows.ts';
import type { PaidArticle, PublicArticle } from '../../library/library.ts';
import type { VersionRecord } from '../../library/versions.ts';
import type { Catalogue } from '../articles.ts';
import { identifyArticle, isOnAccount, listAccountPurchases } from '../payment/purchases.ts';
import {
  type PaymentAttempt,
  type PaymentResult,
  type PaymentServices,
  processPayment,
  type SettledPayment,
} from '../payment/settle.ts';
import type {
  AccessDecision,
  AccessLevel,
  AnyRequest,
  GrantedAccess,
  PaidAccessRequest,
  PaidFile,
} from './access-decision.ts';
import type { Caller } from './caller.ts';
import { isFileOf, isLinkGood, type LinkServices } from './file-links.ts';
import { denyAccess, denyAfterPayment } from './refusal.ts';
import { grant, type Shown, showPreviewSection, unknownSection } from './shown-article.ts';

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

/** Paid bodies. Reading one requires an `Entitlement` for it. */
export interface PaidContent {
  /** Undefined for a free article, whose body is in the public library. */
  read(entitlement: Entitlement): PaidArticle | undefined;
  /** Digest of the paid body of an article, whatever its slug. It tells purchases apart and is never shown. */
  findDigest(slug: string): string | undefined;
  /** Articles whose buyers may see the figure at this path; empty for any other path. */
  listOwners(figurePath: string): readonly string[];
  /** Pictures of the paid part, data and the PDF of an article; none for a free one, whose files are public. */
  listFiles(entitlement: Entitlement): readonly PaidFile[];
  /** Undefined when the entitled article does not show the figure. */
  readFigure(
    entitlement: Entitlement,
    figurePath: string,
  ): Promise<{ mimeType: string; bytes: Uint8Array } | undefined>;
}

/** The published texts of articles. */
export interface Versions {
  /** Texts of an article, oldest first, the present one last. */
  list(article: PublicArticle): readonly VersionRecord[];
  /** Marks of all titles and descriptions that an article had. */
  headings(article: PublicArticle): readonly string[];
  present(article: PublicArticle): VersionRecord;
  /**
   * A text by its digest. For a paid text the result reveals whether a guess is right: call it only for a reader of the
   * article.
   */
  findByDigest(article: PublicArticle, digest: string): VersionRecord | undefined;
  /**
   * Every record of a text with this complete digest, and the ID of its article. Call it only for a text that was
   * delivered.
   */
  listDelivered(digest: string): readonly { id: string; record: VersionRecord }[];
  /** The article as it was published; of a paid one the public half. */
  read(record: VersionRecord): Promise<PublicArticle>;
  readPaid(entitlement: Entitlement, record: VersionRecord): Promise<PaidArticle | undefined>;
}

interface ReadServices {
  catalogue: Catalogue;
  paidContent: PaidContent;
  versions: Versions;
}

type Needs = ReadServices & PaymentServices;

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
  return showPreviewSection(article, services.versions.present(article), section) ?? denyAccess(article, caller);
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
  services: Needs & LinkServices,
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
    mirror?: PaidAccessRequest['mirror'];
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
  { digest, section }: { digest: string; section?: string | undefined },
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
  if (!outcome)
    return showPreviewSection(article, services.versions.present(article), section) ?? denyAccess(article, caller);
  return denyAfterPayment(article, request, outcome);
}

interface ShownText extends Shown {
  entitlement: Entitlement;
}

function show({ paidContent, versions }: ReadServices, article: PublicArticle, about: ShownText): GrantedAccess {
  const { entitlement, ...shown } = about;
  const { body, contentDigest } = paidContent.read(entitlement) ?? article;
  const files = paidContent.listFiles(entitlement);
  const { level } = entitlement;
  return grant(article, { version: versions.present(article), body, contentDigest, files, level }, shown);
}

/** @param article the present text, under whose names the earlier one is shown */
async function showVersion(
  services: ReadServices,
  article: PublicArticle,
  version: VersionRecord,
  about: ShownText,
): Promise<AccessDecision> {
  const { versions, paidContent } = services;
  const isPresent = version.name === article.versionName && version.digest === versions.present(article).digest;
  if (isPresent) return show(services, article, about);
  const { entitlement, ...shown } = about;
  const { id, slug, aliases, price } = article;
  const published: PublicArticle = { ...(await versions.read(version)), id, slug, aliases, price };
  const { body } = (await versions.readPaid(entitlement, version)) ?? published;
  // Those of the present text: a figure is mostly the same under the same name. A free text needs no right, and paid
  // files do.
  const files = version.tier === 'free' ? [] : paidContent.listFiles(entitlement);
  const text = { version, body, contentDigest: version.digest, files, level: entitlement.level };
  const opened = grant(published, text, shown);
  return about.section !== undefined && !opened.section ? unknownSection(published) : opened;
}
