import { z } from 'zod';
import { Figure } from './figure-schema.ts';
import { ArticleParticulars, ArticleRecord, FullDate } from './schemas-article-record.ts';

/**
 * Wire shapes (specification section 2). A schema with an id uses no defaults, transforms or coercion: it is published
 * as it stands.
 */

export const Tier = z
  .enum(['free', 'paid'])
  .meta({ id: 'Tier', description: 'free: public. paid: readable with a key, a token or a payment.' });

/** The moment in a request for what has changed since. */
export const UpdatedSince = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: 'a day (YYYY-MM-DD) or a moment with its offset (RFC 3339) is expected',
});

export const OutlineEntry = z
  .object({
    depth: z.int(),
    title: z.string(),
    id: z.string().meta({ description: 'Anchor in the page at url.' }),
    words: z.int(),
    is_free: z.boolean(),
    digest: z
      .string()
      .optional()
      .meta({ description: 'sha256:<hex> of the section as `?section=` serves it. Of a section that you may read.' }),
  })
  .meta({ id: 'OutlineEntry', description: 'One heading. Headings and word counts are public, paid parts included.' });

export const ArticleSummary = z
  .object({
    id: z.string(),
    slug: z.string(),
    title: z.string(),
    tier: Tier,
    date: FullDate.optional(),
    url: z.url(),
    description: z.string().optional(),
    tags: z.array(z.string()).optional(),
    updated: FullDate.optional(),
    words: z.int().min(0).optional(),
    authors: z.array(z.string()).optional().meta({ description: 'Names.' }),
    retracted: z
      .literal(true)
      .optional()
      .meta({ description: 'The article was withdrawn; Article.retracted says why.' }),
  })
  .meta({ id: 'ArticleSummary' });

/** A file that comes with a paid article. */
export const ArticleFile = z
  .object({
    url: z.url(),
    media_type: z.string(),
    expires: z.iso.datetime().optional().meta({ description: 'Until then `url` opens without a credential.' }),
  })
  .meta({ id: 'ArticleFile' });

export const Article = z
  .object({
    id: z.string(),
    slug: z.string(),
    title: z.string(),
    description: z.string().optional(),
    tier: Tier,
    url: z.url().meta({ description: 'The page for people.' }),
    markdown: z
      .string()
      .optional()
      .meta({ description: "The author's markdown, without front matter. Relative links resolve against `url`." }),
    preview_markdown: z.string().optional().meta({ description: 'Of a paid article whose outline was asked for.' }),
    section: z
      .object({
        id: z.string(),
        title: z.string(),
        digest: z.string().meta({ description: 'sha256:<hex> of `markdown`.' }),
      })
      .optional()
      .meta({ description: 'Which section `markdown` is; absent when it is the whole article.' }),
    access_level: z.enum(['public', 'subscriber', 'purchase']).optional().meta({
      description:
        'public: a free article. subscriber: opened by a key or token. purchase: opened by one x402 payment.',
    }),
    tags: z.array(z.string()).optional(),
    words: z.int().optional(),
    reading_minutes: z.int().optional(),
    content_digest: z.string().optional().meta({
      description:
        'sha256:<hex> of the full text, without signatures in its URLs: /developers/evidence has the recipe.',
    }),
    outline: z.array(OutlineEntry).optional(),
    ...ArticleRecord.shape,
    ...ArticleParticulars.shape,
    figures: z
      .array(Figure)
      .optional()
      .meta({ description: 'The charts that `markdown` contains, with the numbers that they show.' }),
    version_url: z.url().optional().meta({ description: 'Permanent URL of this text: it always returns these words.' }),
    receipt: z.string().optional().meta({
      description:
        'JWS of what was delivered: of a purchase, and of a keyed read with `Prefer: receipt`. /developers/receipts explains it.',
    }),
    files: z.array(ArticleFile).optional().meta({
      description:
        'Figures, data and PDF of a paid article that was opened. A purchase has them, and `markdown`, with signed URLs.',
    }),
  })
  .meta({ id: 'Article' });

const Pagination = z
  .object({
    page: z.int().optional(),
    per_page: z.int().optional(),
    total: z.int().optional(),
    next: z.url().nullable().optional(),
    prev: z.url().nullable().optional(),
  })
  .meta({ id: 'Pagination' });

export const PaginatedArticles = z
  .object({ data: z.array(ArticleSummary), pagination: Pagination })
  .meta({ id: 'PaginatedArticles' });
