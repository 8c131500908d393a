import type { Mirror } from '../../contract/urls.ts';
import type { ArticleBody, PublicArticle } from '../../library/library.ts';
import type { VersionRecord } from '../../library/versions.ts';
import type { FailedPayment, PaymentAttempt, SettledPayment } from '../payment/settle.ts';
import type { Caller } from './caller.ts';
import type { SectionText } from './section.ts';

export type AccessLevel = 'public' | 'subscriber' | 'purchase';

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

/** A file that is read with a paid article: a picture, data or the PDF. */
export interface PaidFile {
  /** `/figures/<slug>/<file>` and the like. */
  path: string;
  mimeType: string;
}

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
