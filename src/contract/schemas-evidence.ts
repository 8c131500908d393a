import { z } from 'zod';
import { FullDate, standingMembers } from './schemas-article-record.ts';

export const QuoteClaim = z.object({
  quote: z.string().min(1).max(2_000),
  slug: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .meta({ description: 'Slug or URL of the article it is said to be from.' }),
  version: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'A name from `versions`, or the `content_digest` of a text; its newest text unless given.' }),
  section: z.string().min(1).max(200).optional().meta({ description: 'Id of a section from `outline`.' }),
});

export const VerifyRequest = z
  .object({ quotes: z.array(QuoteClaim).min(1).max(20) })
  .meta({ id: 'VerifyRequest', description: 'Quotes to look for in all published texts.' });

export const StandingRequest = z.object({ citations: z.array(z.string().min(1).max(4_000)).min(1).max(100) }).meta({
  id: 'StandingRequest',
  description:
    'Each is a URL, a DOI, a slug or `slug@version`, both with `#` and a section where one is cited, a digest, or a BibTeX entry or CSL item that names one.',
});

export const CitationStanding = z
  .object({
    citation: z.string(),
    standing: z.enum([...standingMembers.standing.unwrap().options, 'unknown']).meta({
      description: 'unknown: it is of nothing that is published here.',
    }),
    slug: z.string().optional(),
    version: z.string().optional(),
    section: z.string().optional().meta({ description: 'The section that is cited, where you may read it.' }),
    since: FullDate.optional(),
    reason: z.string().optional(),
    cite_instead: z.url().optional(),
  })
  .meta({ id: 'CitationStanding' });

export const StandingResponse = z
  .object({
    data: z.array(CitationStanding).meta({ description: 'One for each citation, in the order of the request.' }),
  })
  .meta({ id: 'StandingResponse' });

export const RedeemRequest = z
  .object({ receipt: z.string().min(1).max(4_000).meta({ description: 'The JWS, in compact serialization.' }) })
  .meta({ id: 'RedeemRequest' });

const Selector = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('TextQuoteSelector'), exact: z.string(), prefix: z.string(), suffix: z.string() }),
    z.object({ type: z.literal('TextPositionSelector'), start: z.int(), end: z.int() }),
  ])
  .meta({ id: 'Selector', description: 'W3C Web Annotation selector over `markdown` of the version, in code points.' });

export const VerifiedQuote = z
  .object({
    status: z.enum(['exact', 'normalized', 'altered', 'moved', 'absent']).meta({
      description:
        'normalized: it differs only in white space, quotation marks, dashes or markup. altered: some words are others, `true_text` has them. moved: it is in another article, version or section than you named. absent: no text that you may read has it.',
    }),
    slug: z.string().optional(),
    title: z.string().optional(),
    version: z.string().optional(),
    section: z.string().optional().meta({ description: 'The innermost section that contains it.' }),
    content_digest: z.string().optional().meta({ description: 'sha256:<hex> of the text it is in.' }),
    section_digest: z.string().optional(),
    selectors: z.array(Selector).optional(),
    url: z
      .url()
      .optional()
      .meta({ description: 'Permanent URL of the text, with a text fragment that marks the quote.' }),
    true_text: z.string().optional().meta({ description: 'What the text has instead of an altered quote.' }),
    ...standingMembers,
  })
  .meta({ id: 'VerifiedQuote' });

export const VerifyResponse = z
  .object({ data: z.array(VerifiedQuote).meta({ description: 'One for each quote, in the order of the request.' }) })
  .meta({ id: 'VerifyResponse' });
