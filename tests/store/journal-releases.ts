import type { Fingerprint } from '../../src/core/article-fingerprint.ts';

const articles = 3_500;

/**
 * Digests by slug in one of many releases: each one changes four fifths of the articles, in several batches, lacks
 * every 97th, and has those again that the one before lacked.
 */
export function digestsOf(release: number): Map<string, string> {
  const digests = new Map<string, string>();
  for (let index = 0; index < articles; index += 1) {
    if (index % 97 === release % 97) continue;
    const unchanged = Math.floor((release + 5 - (index % 5)) / 5);
    digests.set(`article-${index}`, `sha256:${index}-${release - unchanged}`);
  }
  return digests;
}

export function textsOf(release: number): Map<string, Fingerprint> {
  const text = (digest: string): Fingerprint => ({ digest, paidProof: null, isPaidProof: () => false });
  return new Map([...digestsOf(release)].map(([slug, digest]) => [slug, text(digest)]));
}
