import { CompactSign, compactVerify, decodeProtectedHeader, errors } from 'jose';
import { z } from 'zod';
import type { Mirror } from '../../contract/urls.ts';
import { readArticlePrice } from '../../library/price.ts';
import type { GrantedAccess } from '../access/access-decision.ts';
import type { Caller } from '../access/caller.ts';
import { type SigningKeys, signingAlgorithm } from '../authorization/signing-keys.ts';
import type { Resources } from '../resources.ts';

const receiptType = 'receipt+jws';

/**
 * States what was delivered, to whom, when and for how much. `network`, `resourceUrl`, `payer` and `issuedAt` are the
 * members that the x402 extension offer-receipt defines (its section 5.2).
 */
const ReceiptClaims = z.object({
  iss: z.url(),
  publication: z.string(),
  slug: z.string(),
  /** Id of the article, where it is not its slug: the header that contains a receipt has to be short. */
  article: z.string().optional(),
  version: z.string(),
  /** `sha256:<hex>` of the complete text, of which `section` is a part. */
  content_digest: z.string(),
  section: z.string().optional(),
  section_digest: z.string().optional(),
  /** Major units; absent when nothing was paid in this request. */
  price: z.number().optional(),
  currency: z.string().optional(),
  /** Lower-case 0x address of the wallet. */
  payer: z.string().optional(),
  /** Id of the key or account that read. */
  reader: z.string().optional(),
  license: z.string(),
  sandbox: z.literal(true),
  network: z.string().optional(),
  resourceUrl: z.url(),
  /** Seconds since 1970. */
  issuedAt: z.int(),
});
export type ReceiptClaims = z.infer<typeof ReceiptClaims>;

export interface Receipts {
  /**
   * A receipt is computed from what was delivered and is stored nowhere, so no interruption can separate it from its
   * payment.
   * @param about.isWanted the request asks for one: a purchase has one anyhow
   * @returns a JWS in compact serialization; undefined where none is due, as for an anonymous reader
   * @throws StoreUnavailable when no signing key can be read
   */
  issue(
    opened: GrantedAccess,
    about: { caller: Caller; mirror: Mirror; isWanted: boolean },
  ): Promise<string | undefined>;
  /** The claims of a receipt; undefined for any other text, and for a receipt that was changed. */
  read(receipt: string): Promise<ReceiptClaims | undefined>;
}

export function createReceipts(
  services: Pick<Resources, 'publication' | 'library' | 'urls' | 'now'>,
  signingKeys: Pick<SigningKeys, 'readSigner' | 'findVerifier'>,
): Receipts {
  const { publication, library, urls, now } = services;
  return {
    async issue(opened, { caller, mirror, isWanted }) {
      const { article, version, section, settled, contentDigest, payer = settled?.payer } = opened;
      const reader = caller.kind === 'subscriber' ? caller.id : undefined;
      const isDue = settled !== undefined || (isWanted && (payer ?? reader) !== undefined);
      if (!isDue || contentDigest === null) return undefined;
      const { price, currency } = readArticlePrice(library.tiers, article);
      const claims: ReceiptClaims = {
        iss: urls.base,
        publication: publication.name,
        slug: article.slug,
        ...(article.id !== article.slug && { article: article.id }),
        version: version.name,
        content_digest: contentDigest,
        ...(section && { section: section.id, section_digest: section.digest }),
        ...(settled && { price, currency }),
        ...(payer !== undefined && { payer, network: publication.payment.network }),
        ...(reader !== undefined && { reader }),
        license: article.license.id,
        sandbox: true,
        resourceUrl: urls.apiArticle(article.slug, mirror),
        issuedAt: Math.floor(now() / 1000),
      };
      const { kid, privateKey } = await signingKeys.readSigner();
      return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
        .setProtectedHeader({ alg: signingAlgorithm, typ: receiptType, kid })
        .sign(privateKey);
    },
    async read(receipt) {
      try {
        const { kid = '', typ } = decodeProtectedHeader(receipt);
        // An access token is signed with the same keys.
        if (typ !== receiptType) return undefined;
        const key = await signingKeys.findVerifier(kid, 'receipts');
        if (!key) return undefined;
        const { payload } = await compactVerify(receipt, key, { algorithms: [signingAlgorithm] });
        return ReceiptClaims.parse(JSON.parse(new TextDecoder().decode(payload)));
      } catch (error) {
        // jose throws TypeError for text that is no JWS.
        if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
        throw error;
      }
    },
  };
}
