import { sha256 } from '../library/digest.ts';
import type { PublicArticle } from '../library/library.ts';
import type { PaidContent } from './access/access.ts';
import type { Keyring } from './access/keys.ts';

/** Values by which two texts of an article differ. */
export interface Fingerprint {
  digest: string;
  paidProof: string | null;
  /** Is this the proof of the present paid words, under the present secret or the one before? */
  isPaidProof(proof: string): boolean;
}

/**
 * Paid words are compared by a proof that only the secret of the deployment makes: without it no guess can be tested.
 */
export function fingerprint(
  article: PublicArticle,
  { paidContent, keyring }: { paidContent: Pick<PaidContent, 'findDigest'>; keyring: Keyring },
): Fingerprint {
  const digest = publicDigest(article);
  const paid = paidContent.findDigest(article.slug);
  if (paid === undefined) return { digest, paidProof: null, isPaidProof: () => false };
  const text = `paid words\n${article.id}\n${paid}` as const;
  return { digest, paidProof: keyring.sign(text), isPaidProof: (proof) => keyring.isSigned(text, proof) };
}

/** An article that is given without its body is a free one: its content digest covers the text. */
type Digested = Omit<PublicArticle, 'body' | 'citation'> & Partial<Pick<PublicArticle, 'body' | 'citation'>>;

/**
 * Digest of the public facts: for a paid article its preview and outline, never the paid text. The release time is not
 * part of it. The build stores it with the article.
 */
export function publicDigest(article: Digested): string {
  return article.publicDigest ?? computePublicDigest(article);
}

function computePublicDigest(article: Digested): string {
  const { body, contentDigest, revisions: _, releaseAt: __, readingMinutes: ___, citation: ____, ...facts } = article;
  const text = JSON.stringify({ ...facts, content: contentDigest ?? body?.markdown });
  return `sha256:${sha256(text)}`;
}
