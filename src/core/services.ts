import type { PaidContent, Versions } from './access/access.ts';
import type { Caller } from './access/caller.ts';
import type { Keyring } from './access/keys.ts';
import type { Catalogue } from './articles.ts';
import type { Receipts } from './evidence/receipts.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { ReleaseNotices } from './release-notices.ts';
import type { Resources } from './resources.ts';

/** Everything that protocols and pages need: what core gets from outside, and the parts that it makes of it. */
export interface Services extends Resources {
  catalogue: Catalogue;
  paidContent: PaidContent;
  versions: Versions;
  receipts: Receipts;
  ledger: Ledger;
  /** Changes between the releases that this process serves. */
  notices: ReleaseNotices;
  /** Recognizes the secret of the owner (`core/access/owner.ts`); undefined where none is set. */
  ownerProof: string | undefined;
  /** Makes and verifies demo keys. */
  keyring: Keyring;
  /**
   * Resolves an Authorization header to a caller. Synchronous, except for a token that was not seen recently. Only
   * `Bearer` is a key; any other scheme is anonymous.
   * @param path path of the request: a token that is bound to another resource is invalid there
   */
  identify(authorization: string | null, path: string): Caller | Promise<Caller>;
  /**
   * The name of the agent that signed a request (Web Bot Auth); undefined when the signature is missing or invalid, or
   * when the agent's key directory was not read yet.
   */
  nameAgent(request: SignedRequest): Promise<string | undefined>;
}

/** A request as far as a signature covers it. */
export interface SignedRequest {
  headers: { get(name: string): string | null; has(name: string): boolean };
  clientAddress: string;
  method?: string;
  /** Path and query. */
  url?: string;
}
