import type { z } from 'zod';
import type { VerifiedQuote } from '../contract/schemas-evidence.ts';
import type { Urls } from '../contract/urls.ts';
import { createFragment, createSelectors } from '../core/evidence/selectors.ts';
import type { FoundQuote } from '../core/evidence/verify-quote.ts';
import { toWireStanding } from './wire-record.ts';

/** The result for one quote. @param found undefined when no text that the caller may read contains it */
export function toWireQuote(found: FoundQuote | undefined, urls: Urls): z.infer<typeof VerifiedQuote> {
  if (!found) return { status: 'absent' };
  const { status, article, version, contentDigest, section, match, standing } = found;
  return {
    status,
    slug: article.slug,
    title: article.title,
    version: version.name,
    section: section?.id,
    content_digest: contentDigest ?? undefined,
    section_digest: section?.digest,
    selectors: createSelectors(found),
    url: urls.version(article.slug, version.name) + createFragment(found),
    true_text: match.trueText,
    ...toWireStanding(standing, urls),
  };
}
